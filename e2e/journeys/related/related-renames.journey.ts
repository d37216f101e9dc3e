import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { beforeAll, expect, it, vi } from 'vitest';
import { changeSettings } from '../../driver/change-settings.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { rename } from '../kits/files-kit.ts';
import { startAssistant } from '../kits/mcp-client.ts';
import { TYPE, NOTE, pane, rows, head, open, pathsOf, showsNote, command, saved } from '../kits/related-kit.ts';

journey('related notes, renamed and hidden', BY_WORDS_ALONE, (host) => {
  beforeAll(async () => {
    await open(host(), NOTE);
    await command(host(), 'related');
    await showsNote(host(), NOTE);
  }, 30_000);

  it('titles its note as it titles notes in rows, and as the search does', async () => {
    const path = 'Ideas/202602080930 salt.md';
    await open(host(), path);
    await showsNote(host(), path);
    expect(await head(host()).innerText()).toContain('Salt finds everything');
  });

  it('leads to a note under its new name where the pointer rests on its row, which stays in place', async () => {
    const { driver } = host();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    const row = rows(host()).nth(1);
    await row.hover();
    await driver.settle();
    const before = await pathsOf(host());
    const path = before[1] ?? '';
    const renamed = path.replace(/[^/]+$/u, 'Zz again.md');
    await rename(host(), path, renamed);
    const after = before.map((each) => (each === path ? renamed : each));
    await vi.waitFor(async () => expect(await pathsOf(host())).toEqual(after), PATIENT);
    await row.click();
    await showsNote(host(), renamed);
    await driver.page.mouse.move(5, 5);
    await rename(host(), renamed, path);
  });

  it('stays with its rows, and the focus on one, where the note that it is about is renamed', async () => {
    const { driver } = host();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    await rows(host()).nth(2).focus();
    const before = await pathsOf(host());
    const focused = (): Promise<string | null | undefined> =>
      driver.page.evaluate(() => document.activeElement?.getAttribute('data-path'));
    expect(await focused()).toBe(before[2]);
    const renamed = NOTE.replace(/[^/]+$/u, 'Zz about.md');
    for (const [from, to] of [
      [NOTE, renamed],
      [renamed, NOTE],
    ] as const) {
      await rename(host(), from, to);
      await vi.waitFor(async () => expect(await head(host()).getAttribute('data-path')).toBe(to), PATIENT);
      expect([await focused(), await pathsOf(host())]).toEqual([before[2], before]);
    }
  });

  it('follows renamed notes and folders: the pin, the folder, and what is not related', async () => {
    const { driver } = host();
    const folder = (): Locator => pane(host()).getByLabel('Folder');
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    await pane(host()).getByLabel('Stay with this note').click();
    await folder().focus();
    await folder().selectOption('Ideas');
    const inIdeas = expect.stringMatching(/^Ideas\//u);
    const first = await vi.waitFor(async () => {
      const [path, ...others] = await pathsOf(host());
      expect([path, ...others]).toEqual([inIdeas, ...others.map(() => inIdeas)]);
      return path ?? '';
    }, PATIENT);
    const entry = driver.page.locator('.menu-item', { hasText: 'Not related' });
    await vi.waitFor(async () => {
      await rows(host()).first().click({ button: 'right' });
      await driver.settle();
      expect(await entry.count()).toBe(1);
    }, PATIENT);
    await entry.click();
    const undo = driver.page.locator('.notice', { hasText: 'no longer shown' }).locator('button').last();
    await undo.waitFor();
    await rename(host(), 'Ideas', 'Thoughts');
    await rename(host(), 'Projects', 'Plans');
    await undo.click();
    const moved = first.replace('Ideas/', 'Thoughts/');
    await vi.waitFor(async () => {
      expect(await head(host()).getAttribute('data-path')).toBe(NOTE.replace('Projects/', 'Plans/'));
      expect(await folder().inputValue()).toBe('Thoughts');
      expect(await pathsOf(host())).toContain(moved);
    }, PATIENT);

    await driver.evaluate(async (app) => {
      await app.vault.createFolder('Passing');
    });
    await driver.evaluate((app, type) => {
      const [leaf] = app.workspace.getLeavesOfType(type);
      return leaf?.view.setState({ ...leaf.view.getState(), folder: 'Passing' }, { history: false });
    }, TYPE);
    await driver.settle();
    expect(await folder().inputValue()).toBe('Passing');
    await folder().blur();
    await folder().focus();
    await driver.evaluate(async (app) => {
      const passing = app.vault.getFolderByPath('Passing');
      if (passing !== null) await app.vault.delete(passing);
    });
    await vi.waitFor(async () => expect(await folder().inputValue()).toBe(''), PATIENT);
    // The arrow keys still choose from all.
    expect(await folder().locator('option').allInnerTexts()).toEqual(expect.arrayContaining(['Recipes', 'Thoughts']));

    await rename(host(), 'Thoughts', 'Ideas');
    await rename(host(), 'Plans', 'Projects');
    await pane(host()).getByLabel('Stay with this note').click();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
  });

  it('stays with a pinned note that an assistant moves', async () => {
    const moved = NOTE.replace(/[^/]+$/u, 'Moved by an assistant.md');
    const assistant = await startAssistant(host().driver, 'Claude Code');
    const movesTo = async (source: string, destination: string): Promise<void> => {
      const { error } = await assistant.call('move_note', { source, destination });
      expect(error).toBeUndefined();
      await vi.waitFor(async () => expect(await head(host()).getAttribute('data-path')).toBe(destination), PATIENT);
    };
    await pane(host()).getByLabel('Stay with this note').click();
    await open(host(), 'Home.md');
    await movesTo(NOTE, moved);
    expect(await pane(host()).getByLabel('Stay with this note').getAttribute('aria-pressed')).toBe('true');
    // Longer than a note may be missing.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await head(host()).getAttribute('data-path')).toBe(moved);
    await movesTo(moved, NOTE);
    await assistant.close();
    await pane(host()).getByLabel('Stay with this note').click();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
  });

  it('stays with a folder that an assistant moves, and moves back, as the settings of folders do', async () => {
    const { driver } = host();
    const folder = pane(host()).getByLabel('Folder');
    const isAt = (name: string): Promise<void> =>
      vi.waitFor(async () => {
        expect(await folder.inputValue()).toBe(name);
        expect((await pathsOf(host())).map((path) => path?.split('/')[0])).toContain(name);
        expect(await saved(host(), 'plugins/vault-loom/data.json')).toContain(`"${name}/Left out"`);
      }, PATIENT);
    // Longer than a folder may be missing.
    const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4_000));
    await changeSettings(driver, { excludedFolders: ['Ideas/Left out'] });
    await folder.focus();
    await folder.selectOption('Ideas');
    await isAt('Ideas');
    const assistant = await startAssistant(driver, 'Claude Code');
    const { error } = await assistant.call('move_note', { source: 'Ideas/', destination: 'Thoughts' });
    expect(error).toBeUndefined();
    await later();
    await isAt('Thoughts');
    expect((await assistant.call('undo_change', { id: 'last' })).error).toBeUndefined();
    await later();
    await isAt('Ideas');
    await assistant.close();
    await changeSettings(driver, { excludedFolders: [] });
    await folder.selectOption('');
  }, 60_000);

  it('says why it has nothing on a note that is kept from assistants, whatever the note is called', async () => {
    const { driver } = host();
    const path = 'Choir# notes [draft] ^x.md';
    await writeFile(join(driver.vaultPath, '.vaultloomignore'), '/Choir#*\n', { flag: 'a' });
    await driver.evaluate(async (app, name) => {
      const file = await app.vault.create(name, 'Kept.');
      await app.workspace.getLeaf(false).openFile(file, { active: true });
    }, path);
    await vi.waitFor(
      async () => expect(await pane(host()).locator('[role="status"]').innerText()).toContain('.vaultloomignore'),
      PATIENT,
    );
    expect(await pane(host()).locator('.vault-loom-related-state button:visible').count()).toBe(0);
    await driver.evaluate(async (app, name) => {
      const file = app.vault.getFileByPath(name);
      if (file !== null) await app.vault.delete(file);
    }, path);
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
  });

  it('lets go of a pinned note that was deleted while the app was closed', async () => {
    const { driver } = host();
    const path = 'Ideas/Slack is not waste.md';
    await open(host(), path);
    await showsNote(host(), path);
    await pane(host()).getByLabel('Stay with this note').click();
    await open(host(), NOTE);
    // So soon after, the app has no time to let go of it.
    await rm(join(driver.vaultPath, path));
    await driver.restart();
    await showsNote(host(), NOTE);
    expect(await pane(host()).getByLabel('Stay with this note').getAttribute('aria-pressed')).toBe('false');
    // Nor is it pinned again after the next start.
    await vi.waitFor(async () => {
      const layouts = await Promise.all(
        ['workspace.json', 'workspace-sandbox.json'].map((file) => saved(host(), file)),
      );
      expect(layouts.join('\n')).toMatch(/"pinned":\s*null/u);
    }, PATIENT);
  }, 60_000);
});
