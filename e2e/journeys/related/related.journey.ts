import type { MarkdownView } from 'obsidian';
import { expect, it, vi } from 'vitest';
import { changeSettings } from '../../driver/change-settings.ts';
import type { JourneyApp } from '../../driver/driver.ts';
import { nameless } from '../kits/accessibility-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import {
  TYPE,
  MOD,
  NOTE,
  OTHER,
  pane,
  rows,
  head,
  open,
  pathsOf,
  showsNote,
  command,
  saved,
} from '../kits/related-kit.ts';

journey('the pane of related notes', BY_WORDS_ALONE, (host) => {
  it('opens by a command, and once only', async () => {
    await open(host(), NOTE);
    await command(host(), 'related');
    await command(host(), 'related');
    await showsNote(host(), NOTE);
    expect(await pane(host()).count()).toBe(1);
    expect(await pathsOf(host())).not.toContain(NOTE);
    expect(await rows(host()).first().innerText()).toMatch(/similar|same words|both/u);
    await host().picture('light');
  });

  it('finds more once the model has learned from the notes', async () => {
    const similarBy = (): Promise<string | null> =>
      host().driver.evaluate(async (app, path) => {
        interface Engine {
          related(input: object): Promise<{ similarBy: string | null }>;
        }
        const plugin = app.plugins.plugins['vault-loom'] as unknown as { engine(): Promise<Engine> };
        return (await (await plugin.engine()).related({ path, limit: 1, hideLinked: false })).similarBy;
      }, NOTE);
    // The quickest of the models: what is related is not what is tested here.
    await changeSettings(host().driver, { embedder: 'lsa' });
    await vi.waitFor(async () => expect(await similarBy()).toBe('learned'), PATIENT);
    await vi.waitFor(async () => expect(await rows(host()).first().innerText()).toContain('similar'), PATIENT);
  });

  it('stays with the note while a pane among the notes has the focus, and goes on with the next one', async () => {
    const { driver } = host();
    await driver.evaluate(async (app, type) => {
      for (const leaf of app.workspace.getLeavesOfType(type)) leaf.detach();
      await app.workspace.getLeaf('split').setViewState({ type, active: true });
    }, TYPE);
    await driver.settle();
    await showsNote(host(), NOTE);
    await rows(host()).first().focus();
    await driver.settle();
    await showsNote(host(), NOTE);
    await driver.evaluate(async (app, to) => {
      const [note] = app.workspace.getLeavesOfType('markdown');
      if (note !== undefined) app.workspace.setActiveLeaf(note, { focus: true });
      await app.workspace.openLinkText(to, '');
    }, OTHER);
    await showsNote(host(), OTHER);
    await driver.evaluate(async (app, type) => {
      for (const leaf of app.workspace.getLeavesOfType(type)) leaf.detach();
      await app.workspace.ensureSideLeaf(type, 'right', { reveal: true });
    }, TYPE);
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
  });

  it('follows a hundred switches of notes, and never shows rows with another head than theirs', async () => {
    const wrong = await host().driver.evaluate(async (app: JourneyApp, type) => {
      interface Engine {
        related(input: object): Promise<{ notes: { path: string }[] }>;
      }
      const plugin = app.plugins.plugins['vault-loom'] as unknown as { engine(): Promise<Engine> };
      const engine = await plugin.engine();
      const notes = app.vault.getMarkdownFiles().filter(({ path }) => /^(?:Ideas|Books|Recipes)\//u.test(path));
      const expected = new Map<string, string>();
      for (const { path } of notes) {
        const found = await engine.related({ path, limit: 20, hideLinked: false }).catch(() => ({ notes: [] }));
        expected.set(path, found.notes.map((note) => note.path).join('\n'));
      }
      const view = document.querySelector(`.workspace-leaf-content[data-type="${type}"]`) as HTMLElement;
      const list = view.querySelector('[role="listbox"]') as HTMLElement;
      const listed = (): string => Array.from(list.children, (row) => row.getAttribute('data-path') ?? '').join('\n');
      const headed = (): string => view.querySelector('[data-path]')?.getAttribute('data-path') ?? '';
      const stale: string[] = [];
      const look = (): void => {
        const rowsNow = listed();
        const of = expected.get(headed());
        if (rowsNow !== '' && of !== undefined && rowsNow !== of) stale.push(`${headed()}: ${rowsNow}`);
      };
      const Observer = (view.ownerDocument.defaultView as typeof globalThis & Window).MutationObserver;
      const observer = new Observer(look);
      observer.observe(view, { subtree: true, childList: true, attributes: true });
      const arrives = (path: string): Promise<void> =>
        new Promise((resolve, reject) => {
          const isThere = (): boolean => headed() === path && listed() === expected.get(path);
          if (isThere()) return resolve();
          const late = setTimeout(() => reject(new Error(`${path} was not shown: ${headed()}`)), 10_000);
          const arrival = new Observer(() => {
            if (!isThere()) return;
            arrival.disconnect();
            clearTimeout(late);
            resolve();
          });
          arrival.observe(view, { subtree: true, childList: true, attributes: true });
        });
      for (let turn = 0; turn < 100; turn++) {
        const file = notes[(turn * 7) % notes.length];
        if (file === undefined) continue;
        await app.workspace.getLeaf(false).openFile(file);
        // Every fourth note is looked at; the others are left while the pane still looks for them.
        if (turn % 4 === 3) await arrives(file.path);
      }
      observer.disconnect();
      return stale;
    }, TYPE);
    expect(wrong).toEqual([]);
  });

  it('is walked through with the arrows, as one stop of the Tab key', async () => {
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    const { driver } = host();
    const paths = await pathsOf(host());
    const focused = (): Promise<string | null | undefined> =>
      driver.page.evaluate(() => document.activeElement?.getAttribute('data-path'));
    const after = async (key: string): Promise<string | null | undefined> => {
      await driver.page.keyboard.press(key);
      await driver.settle();
      return focused();
    };
    await pane(host()).getByLabel('Folder').focus();
    expect(await after('Tab')).toBe(paths[0]);
    expect([await after('ArrowDown'), await after('ArrowDown'), await after('ArrowUp')]).toEqual([
      paths[1],
      paths[2],
      paths[1],
    ]);
    expect([await after('End'), await after('Home')]).toEqual([paths.at(-1), paths[0]]);
    expect(await pane(host()).locator('[role="option"][tabindex="0"]').count()).toBe(1);
    await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    await showsNote(host(), paths[1] as string);
    expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(paths[1]);
  });

  it('names every control', async () => {
    expect(await nameless(pane(host()).locator('button, select, [role="listbox"]'))).toEqual([]);
  });

  it('gives a row to the editor as a link', async () => {
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    const { driver } = host();
    const [first] = await pathsOf(host());
    const link = await driver.evaluate((app, path) => {
      const file = app.vault.getFileByPath(path ?? '');
      return file === null ? '' : app.fileManager.generateMarkdownLink(file, app.workspace.getActiveFile()?.path ?? '');
    }, first);
    expect(link).not.toBe('');
    const count = async (): Promise<number> =>
      ((await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue())) ?? '').split(link).length;
    const before = await count();
    const length = (): Promise<number | undefined> =>
      driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue().length);
    await driver.evaluate((app) => {
      const editor = app.workspace.activeEditor?.editor;
      editor?.setSelection({ line: 0, ch: 0 }, { line: editor.lastLine(), ch: 0 });
    });
    const lengthBefore = (await length()) ?? 0;
    await rows(host()).first().dragTo(driver.page.locator('.mod-root .cm-content').first());
    await driver.settle();
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), PATIENT);
    expect(await length()).toBe(lengthBefore + link.length);
    await driver.evaluate((app) => app.workspace.activeEditor?.editor?.undo());
  });

  it('gives a row to the editor of another pane as a link from the note there', async () => {
    const { driver } = host();
    const format = (name: string): Promise<void> =>
      driver.evaluate((app, value) => {
        (app.vault as unknown as { setConfig(key: string, value: string): void }).setConfig('newLinkFormat', value);
      }, name);
    await format('relative');
    await open(host(), NOTE);
    await driver.evaluate(async (app, path) => {
      const leaf = app.workspace.getLeaf('split');
      const file = app.vault.getFileByPath(path);
      if (file !== null) await leaf.openFile(file, { active: false, state: { mode: 'source' } });
    }, 'Home.md');
    await driver.settle();
    await driver.evaluate((app, path) => {
      const leaf = app.workspace
        .getLeavesOfType('markdown')
        .find(({ view }) => (view as MarkdownView).file?.path === path);
      if (leaf !== undefined) app.workspace.setActiveLeaf(leaf, { focus: true });
    }, NOTE);
    await driver.settle();
    await showsNote(host(), NOTE);
    const [first] = await pathsOf(host());
    const textIn = (path: string): Promise<string> =>
      driver.evaluate((app, name) => {
        const views = app.workspace.getLeavesOfType('markdown').map(({ view }) => view as MarkdownView);
        return views.find(({ file }) => file?.path === name)?.editor.getValue() ?? '';
      }, path);
    const links = await driver.evaluate(
      (app, [path, own]) => {
        const file = app.vault.getFileByPath(path ?? '');
        const linkIn = (source: string): string =>
          file === null ? '' : app.fileManager.generateMarkdownLink(file, source);
        return { there: linkIn('Home.md'), here: linkIn(own) };
      },
      [first, NOTE] as const,
    );
    expect(links.there).not.toBe(links.here);
    const before = await textIn('Home.md');
    const target = driver.page.locator('.mod-root .workspace-leaf-content', { hasText: 'Home' }).locator('.cm-content');
    await rows(host()).first().dragTo(target.last());
    await driver.settle();
    await vi.waitFor(async () => expect(await textIn('Home.md')).toContain(links.there), PATIENT);
    expect((await textIn('Home.md')).length).toBe(before.length + links.there.length);
    await format('shortest');
    const undone = await driver.evaluate((app) => {
      const leaves = app.workspace.getLeavesOfType('markdown');
      const leaf = leaves.find(({ view }) => (view as MarkdownView).file?.path === 'Home.md');
      const { editor } = leaf?.view as MarkdownView;
      editor.undo();
      const text = editor.getValue();
      leaf?.detach();
      return text;
    });
    expect(undone).toBe(before);
    await driver.settle();
  });

  it('inserts a link, and loses no selected text: it is the label, or stays', async () => {
    const { driver } = host();
    const entry = driver.page.locator('.menu-item', { hasText: 'Insert link' });
    const insertAt = async (selected: string): Promise<string> => {
      await open(host(), NOTE);
      await driver.evaluate((app, words) => {
        const editor = app.workspace.activeEditor?.editor;
        const at = editor?.getValue().indexOf(words) ?? -1;
        if (at >= 0) editor?.setSelection(editor.offsetToPos(at), editor.offsetToPos(at + words.length));
      }, selected);
      await command(host(), 'related-to-selection');
      await vi.waitFor(async () => {
        expect(await head(host()).innerText()).toContain(selected.slice(0, 10));
        await rows(host()).first().click({ button: 'right' });
        await driver.settle();
        expect(await entry.count()).toBe(1);
      }, PATIENT);
      await entry.click();
      await driver.settle();
      return driver.evaluate((app) => {
        const { editor } = app.workspace.getMostRecentLeaf()?.view as MarkdownView;
        const text = editor.getValue();
        editor.undo();
        return text;
      });
    };
    expect(await insertAt('two full cans')).toMatch(/with \[\[[^\]\n]+\|two full cans\]\]\. Four/u);
    expect(await insertAt('## Arithmetic\n\nThe shed roof')).toMatch(
      /\n## Arithmetic\n\nThe shed roof \[\[[^\]\n|]+\]\] is 6/u,
    );
    await pane(host()).getByLabel('Back to the whole note').click();
    await showsNote(host(), NOTE);
  });

  it('shows a preview with the modifier held', async () => {
    const { driver } = host();
    await showsNote(host(), NOTE);
    await driver.page.mouse.move(5, 5);
    await driver.page.keyboard.down(MOD);
    await rows(host()).nth(1).hover();
    await driver.page.locator('.hover-popover').waitFor();
    await driver.page.keyboard.up(MOD);
    await driver.page.mouse.move(5, 5);
    await driver.page.locator('.hover-popover').waitFor({ state: 'detached' });
  });

  it('opens in a new tab with the modifier, at the passage', async () => {
    const { driver } = host();
    const similar = rows(host())
      .filter({ hasText: /similar/u })
      .first();
    const path = await similar.getAttribute('data-path');
    const tabs = (): Promise<number> => driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    const before = await tabs();
    await similar.click({ modifiers: ['ControlOrMeta'] });
    await driver.settle();
    await vi.waitFor(async () => {
      expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path);
      expect(await tabs()).toBe(before + 1);
    }, PATIENT);
    // The pane has left the note, so that the next step does not take its old rows for new ones.
    await showsNote(host(), path ?? '');
  });

  it('leaves out what the person calls not related, and takes it back', async () => {
    const { driver } = host();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    const first = (await pathsOf(host()))[0];
    const isListed = (listed: boolean): Promise<void> =>
      vi.waitFor(async () => expect((await pathsOf(host())).includes(first ?? '')).toBe(listed), PATIENT);
    const row = rows(host()).and(driver.page.locator(`[data-path="${first ?? ''}"]`));
    const entry = driver.page.locator('.menu-item', { hasText: 'Not related' });
    const reject = async (): Promise<void> => {
      // Its rows may be drawn again while the button of the mouse goes down, and then no menu comes.
      await vi.waitFor(async () => {
        await row.click({ button: 'right' });
        await driver.settle();
        expect(await entry.count()).toBe(1);
      }, PATIENT);
      await entry.click();
      await isListed(false);
    };
    await reject();
    await driver.page.locator('.notice button', { hasText: 'Undo' }).click();
    await isListed(true);
    await vi.waitFor(async () => expect((await pathsOf(host()))[0]).toBe(first), PATIENT);
    await reject();
    await vi.waitFor(async () => expect(await saved(host(), 'plugins/vault-loom/data.json')).toContain(first), PATIENT);
  });

  it('remembers after a restart, with the pane open, that linked notes are hidden, and the folder', async () => {
    const { driver } = host();
    await open(host(), NOTE);
    await showsNote(host(), NOTE);
    const linked = rows(host()).filter({ hasText: 'linked already' });
    await vi.waitFor(async () => expect(await linked.count()).toBeGreaterThan(0), PATIENT);
    await pane(host()).getByLabel('Hide notes that are linked already').click();
    await vi.waitFor(async () => expect(await linked.count()).toBe(0), PATIENT);
    // Folders are listed once it has the focus.
    await pane(host()).getByLabel('Folder').focus();
    await pane(host()).getByLabel('Folder').selectOption('Ideas');
    await vi.waitFor(async () => {
      const paths = await pathsOf(host());
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.every((path) => path?.startsWith('Ideas/'))).toBe(true);
    }, PATIENT);
    await vi.waitFor(async () => {
      expect(await saved(host(), 'plugins/vault-loom/data.json')).toContain('"hidesLinked": true');
      const layouts = await Promise.all(
        ['workspace.json', 'workspace-sandbox.json'].map((file) => saved(host(), file)),
      );
      expect(layouts.join('\n')).toMatch(/"folder":\s*"Ideas"/u);
    }, PATIENT);
    expect(await driver.errors()).toEqual([]);
    await driver.restart();
    await showsNote(host(), NOTE);
    expect(await pane(host()).count()).toBe(1);
    expect(await pane(host()).getByLabel('Hide notes that are linked already').getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect((await pathsOf(host())).every((path) => path?.startsWith('Ideas/'))).toBe(true);
    expect(await linked.count()).toBe(0);
    await driver.evaluate((app) => app.commands.executeCommandById('theme:use-dark'));
    await driver.settle();
    await host().picture('dark');
    expect(await driver.errors()).toEqual([]);
  });
});
