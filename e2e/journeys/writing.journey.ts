import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';

const NOTE = 'Garden/Notes.md';

journey('a note is edited', BY_WORDS_ALONE, (host) => {
  it('opens', async () => {
    const { driver } = host();
    await driver.evaluate(
      (app, path) => app.workspace.openLinkText(path, '', false, { state: { mode: 'source' } }),
      NOTE,
    );
    await driver.settle();
    await driver.page.locator('.workspace-leaf.mod-active .cm-content').waitFor();
    expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(NOTE);
  });

  it('is saved as it was typed, and the rest of it stays as it was', async () => {
    const { driver, picture } = host();
    const before = await readFile(join(driver.vaultPath, NOTE), 'utf8');
    await driver.page.locator('.workspace-leaf.mod-active .cm-content').click();
    await driver.settle();
    // On a busy computer the click may place the cursor only after the key.
    await vi.waitFor(async () => {
      await driver.page.keyboard.press('ControlOrMeta+End');
      await driver.settle();
      const isAtEnd = await driver.evaluate(({ workspace }) => {
        const editor = workspace.activeEditor?.editor;
        return editor !== undefined && editor.posToOffset(editor.getCursor()) === editor.getValue().length;
      });
      expect(isAtEnd).toBe(true);
    }, PATIENT);
    await driver.page.keyboard.press('Enter');
    await driver.page.keyboard.type('Turned the heap; it steams.');
    await driver.settle();
    await picture('note');
    await vi.waitFor(async () => {
      const after = await readFile(join(driver.vaultPath, NOTE), 'utf8');
      expect(after).toBe(`${before}\nTurned the heap; it steams.`);
    }, PATIENT);
  });

  it('is found by what was typed', async () => {
    const { driver } = host();
    const find = (): Promise<string[]> =>
      driver.evaluate(async (app) => {
        interface Found {
          search(input: object): Promise<{ rows: { path: string }[] }>;
        }
        const plugin = app.plugins.plugins['vault-loom'] as unknown as { engine(): Promise<Found> };
        const { rows } = await (await plugin.engine()).search({
          query: '"it steams"',
          mode: 'fulltext',
          unique: 'notes',
          limit: 5,
        });
        return rows.map(({ path }) => path);
      });
    await vi.waitFor(async () => expect(await find()).toEqual([NOTE]), PATIENT);
  });

  it('is changed in the editor when another program changes the file', async () => {
    const { driver } = host();
    await driver.evaluate(async (app, path) => {
      const file = app.vault.getFileByPath(path);
      if (file !== null) await app.vault.process(file, (text) => text.replace('steams', 'rests'));
    }, NOTE);
    await vi.waitFor(async () => {
      expect(await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue().endsWith('it rests.'))).toBe(
        true,
      );
    }, PATIENT);
  });

  it('opens in its own window, with typing there, too', async () => {
    const { driver } = host();
    const opening = driver.page.context().waitForEvent('page');
    await driver.evaluate(async (app, path) => {
      const file = app.vault.getFileByPath(path);
      if (file !== null) await app.workspace.openPopoutLeaf().openFile(file, { state: { mode: 'source' } });
    }, NOTE);
    await driver.settle();
    const window = await opening;
    await window.locator('.cm-content').click();
    await window.keyboard.press('ControlOrMeta+End');
    await window.keyboard.type(' Twice.');
    await vi.waitFor(
      async () => expect(await readFile(join(driver.vaultPath, NOTE), 'utf8')).toMatch(/ Twice\.$/),
      PATIENT,
    );
    expect(await driver.errors()).toEqual([]);
  });
});
