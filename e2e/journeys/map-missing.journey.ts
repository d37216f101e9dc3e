import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it, vi } from 'vitest';
import { expectAccessible } from './kits/accessibility-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { command, NOTE, opened, openMap, rows, view } from './kits/map-kit.ts';

const MISSING = 'Joss Penrose';
const LINKING = 'Projects/Summer Concert 2026.md';

journey('missing notes on the vault map', BY_WORDS_ALONE, (host) => {
  it('creates a missing note, and opens another one at its link', async () => {
    const { driver } = host();
    await openMap(host());
    const tab = (list: string): Locator => view(host()).locator(`[role="tab"][data-list="${list}"]`);
    await tab('unresolved').click();
    await vi.waitFor(async () => expect(await rows(host(), 1).count()).toBeGreaterThan(2), PATIENT);
    await rows(host(), 1).first().click();
    await vi.waitFor(async () => expect(await rows(host(), 2).locator('[dir]').count()).toBeGreaterThan(0), PATIENT);
    const name = await rows(host(), 1).first().locator('.vault-loom-map-row-title').innerText();
    const source = view(host()).locator('.vault-loom-map-row.mod-source').first();
    await source.waitFor();
    await host().picture('missing');
    const sourcePath = await source.getAttribute('data-path');
    await source.click();
    await vi.waitFor(async () => expect((await opened(host())).active).toBe(sourcePath), PATIENT);
    const line = (): Promise<string> =>
      driver.evaluate((app) => {
        const editor = app.workspace.activeEditor?.editor;
        return editor?.getLine(editor.getCursor().line) ?? '';
      });
    await vi.waitFor(async () => expect(await line()).toContain(name), PATIENT);
    await view(host())
      .getByRole('button', { name: `Create “${name}”` })
      .click();
    await vi.waitFor(
      async () => expect((await opened(host())).active).toMatch(new RegExp(`${name}\\.md$`, 'u')),
      PATIENT,
    );
    await driver.page.mouse.move(5, 5);
    await vi.waitFor(async () => expect(await rows(host(), 1).filter({ hasText: name }).count()).toBe(0), PATIENT);
    await tab('themes').click();
  });

  it('adds what is new while the pointer rests on the list, if no row moves under it', async () => {
    const { driver } = host();
    const links = (names: string): Promise<unknown> =>
      driver.evaluate((app, text) => app.vault.adapter.write('Links.md', text), names);
    await view(host()).locator('[role="tab"][data-list="unresolved"]').click();
    await view(host()).getByLabel('Find on the map').focus();
    await rows(host(), 1).first().hover();
    const before = await rows(host(), 1).first().boundingBox();
    await links('[[Zz 10]] [[Zz 9]]');
    const titles = (): Promise<string[]> => rows(host(), 1).locator('.vault-loom-map-row-title').allInnerTexts();
    await vi.waitFor(async () => expect((await titles()).slice(-2)).toEqual(['Zz 9', 'Zz 10']), PATIENT);
    expect(await rows(host(), 1).first().boundingBox()).toEqual(before);
    // A row that would come above the one under the pointer waits.
    await rows(host(), 1).last().hover();
    await links('[[Zz 10]] [[Zz 9]] [[Zy]]');
    const state = view(host()).locator('.vault-loom-map-state');
    await vi.waitFor(async () => expect(await state.innerText()).toContain('A newer map is ready.'), PATIENT);
    expect((await titles()).slice(-2)).toEqual(['Zz 9', 'Zz 10']);
    await driver.page.mouse.move(5, 5);
    await vi.waitFor(async () => expect((await titles()).slice(-3)).toEqual(['Zy', 'Zz 9', 'Zz 10']), PATIENT);
    await driver.evaluate((app) => app.vault.adapter.remove('Links.md'));
    await vi.waitFor(async () => expect(await titles()).not.toContain('Zy'), PATIENT);
    await view(host()).locator('[role="tab"][data-list="themes"]').click();
  });

  it('renames a missing note, to one that is there if that is meant, and takes it back', async () => {
    const { driver } = host();
    const { page } = driver;
    const read = (note: string): Promise<string> => readFile(join(driver.vaultPath, note), 'utf8');
    const row = (name: string): Locator => rows(host(), 1).filter({ hasText: name });
    const prompt = page.getByRole('dialog');
    await view(host()).locator('[role="tab"][data-list="unresolved"]').click();
    await row(MISSING).first().focus();
    await page.keyboard.press('F2');
    await prompt.waitFor();
    await host().picture('rename');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Winter/Store?');
    await page.keyboard.press('Enter');
    await vi.waitFor(async () => expect(await prompt.getByRole('alert').innerText()).toContain('Store?'), PATIENT);
    await expectAccessible(driver, '.modal-content');
    const source = await read(LINKING);
    expect(source).toContain(MISSING);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await prompt.waitFor({ state: 'detached' });
    await vi.waitFor(async () => expect(await row('Winter/Store').count()).toBe(1), PATIENT);
    expect(await row(MISSING).count()).toBe(0);
    expect(await read(LINKING)).toBe(source.replaceAll(MISSING, 'Winter/Store'));

    await view(host()).getByRole('button', { name: 'Rename “Winter/Store”…' }).click();
    await prompt.getByRole('textbox').fill(NOTE);
    await vi.waitFor(async () => expect(await prompt.getByRole('status').innerText()).toContain('is there'), PATIENT);
    await prompt.getByRole('button', { name: 'Lead them there' }).click();
    await prompt.waitFor({ state: 'detached' });
    await vi.waitFor(async () => expect(await row('Winter/Store').count()).toBe(0), PATIENT);
    expect(await read(LINKING)).not.toContain('Winter/Store');

    await command(host(), 'vault-loom:activity');
    const activity = page.locator('.workspace-leaf-content[data-type="vault-loom-activity"]');
    await vi.waitFor(async () => expect(await activity.innerText()).toContain('Renamed a missing note'), PATIENT);
    await activity.locator('.mod-run').first().getByRole('button', { name: 'Undo this run' }).click();
    await vi.waitFor(async () => expect(await read(LINKING)).toBe(source), PATIENT);
    expect(await driver.errors()).toEqual([]);
  });

  it('asks for no new name any more once the map is closed, or the plugin disabled', async () => {
    const { driver } = host();
    const { page } = driver;
    const prompt = page.getByRole('dialog');
    await command(host(), 'vault-loom:map');
    const ask = async (): Promise<void> => {
      await view(host())
        .getByRole('button', { name: `Rename “${MISSING}”…` })
        .click();
      await prompt.waitFor();
    };
    await ask();
    await driver.evaluate((app) => app.plugins.disablePlugin('vault-loom'));
    await driver.settle();
    expect(await prompt.count()).toBe(0);
    await driver.evaluate((app) => app.plugins.enablePlugin('vault-loom'));
    await ask();
    await driver.evaluate((app) => app.workspace.detachLeavesOfType('vault-loom-map'));
    await driver.settle();
    expect(await prompt.count()).toBe(0);
    expect(await driver.errors()).toEqual([]);
  });
});
