import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changes, command, connectClient, lastNotice, type ActivityClient } from '../kits/activity-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { isAt, isUpToDate, openMap, rows as mapRows, shapes } from '../kits/map-kit.ts';
import { doubleClick } from '../kits/press-kit.ts';
import { rows as relatedRows, head, open as openNote, showsNote } from '../kits/related-kit.ts';
import { change } from '../kits/review-kit.ts';
import { searchIn } from '../kits/search-kit.ts';
import { close as closeSettings, open as openSettings, saved } from '../kits/settings-kit.ts';

const [FIRST, SECOND, THIRD] = ['Garden/Notes.md', 'Garden/Compost Log.md', 'Recipes/Saffron Buns.md'] as const;

/** By the second click, another row or button is often under the pointer. */
journey('a double click', BY_WORDS_ALONE, (host) => {
  const search = searchIn(host);
  let assistant: ActivityClient;
  const text = (path: string): Promise<string> => readFile(join(host().driver.vaultPath, path), 'utf8');
  const activeNote = (): Promise<string | undefined> =>
    host().driver.evaluate((app) => app.workspace.getActiveFile()?.path);

  beforeAll(async () => {
    assistant = await connectClient(host());
    await search.untilReady();
  }, 60_000);
  afterAll(() => assistant.client.close());

  it('on Undo undoes one change, and no other one that comes to be there', async () => {
    for (const name of [FIRST, SECOND, THIRD])
      await assistant.call('edit_note', { name, mode: 'append', content: 'Added.' });
    await command(host(), 'activity');
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(3), PATIENT);
    const undone = (count: number) => (): Promise<void> =>
      vi.waitFor(async () => expect(await changes(host()).filter({ hasText: 'Undone:' }).count()).toBe(count), PATIENT);
    const undo = (name: string) =>
      changes(host())
        .filter({ hasText: `Edited ${name}` })
        .last()
        .locator('[data-act="undo"]');
    await doubleClick(host(), undo('Compost Log'), undone(1));
    // One after the other: what the second click had begun would be done by then.
    await doubleClick(host(), undo('Notes'), undone(2));
    await undo('Saffron Buns').press('Enter');
    await undone(3)();
    expect(await changes(host()).count()).toBe(6);
    for (const name of [FIRST, SECOND, THIRD]) expect(await text(name)).not.toContain('Added.');
  });

  it('on Redo in a notice redoes once', async () => {
    const redo = lastNotice(host()).getByRole('button', { name: 'Redo' });
    await doubleClick(host(), redo, async () => {
      await vi.waitFor(async () => expect(await text(THIRD)).toContain('Added.'), PATIENT);
      await lastNotice(host()).getByRole('button', { name: 'Undo' }).waitFor();
    });
    // Had it been pressed, it would be gone at once.
    expect(await lastNotice(host()).getByRole('button', { name: 'Undo' }).count()).toBe(1);
    expect(await text(THIRD)).toContain('Added.');
  });

  it('on the button that searches a folder again leaves the next folder excluded, and so with rules', async () => {
    const [claude, cursor] = [
      { client: 'Claude', mode: 'read-only' },
      { client: 'Cursor', mode: 'read-only' },
    ];
    await change(host(), { excludedFolders: ['Choir', 'Places', 'Travel'], reviewClients: [claude, cursor] });
    await openSettings(host());
    const { page } = host().driver;
    const isSaved = (settings: object) => (): Promise<void> =>
      vi.waitFor(async () => expect(await saved(host())).toMatchObject(settings), PATIENT);
    const again = page.getByLabel('Search “Choir” again');
    await again.scrollIntoViewIfNeeded();
    await doubleClick(host(), again, async () => {
      await isSaved({ excludedFolders: ['Places', 'Travel'] })();
      await vi.waitFor(async () => expect(await again.count()).toBe(0), PATIENT);
    });
    const forget = page.getByLabel('Forget Claude', { exact: true });
    await forget.scrollIntoViewIfNeeded();
    await doubleClick(host(), forget, async () => {
      await isSaved({ reviewClients: [cursor] })();
      await vi.waitFor(async () => expect(await forget.count()).toBe(0), PATIENT);
    });
    await change(host(), { hidesLinked: true });
    await isSaved({ excludedFolders: ['Places', 'Travel'], reviewClients: [cursor], hidesLinked: true })();
    await change(host(), { excludedFolders: [], reviewClients: [], hidesLinked: false });
    await closeSettings(host());
  });

  it('on a related note opens it, and none that is related to it', async () => {
    await openNote(host(), THIRD);
    await command(host(), 'related');
    await showsNote(host(), THIRD);
    const row = relatedRows(host()).first();
    const path = (await row.getAttribute('data-path')) ?? '';
    await doubleClick(host(), row, () => showsNote(host(), path));
    expect(await head(host()).getAttribute('data-path')).toBe(path);
    expect(await activeNote()).toBe(path);
  });

  it('on an earlier search looks for it, and opens nothing', async () => {
    await search.open();
    await search.type('saffron');
    await search.expectRows('saffron');
    await host().driver.page.keyboard.press('Enter');
    await host().driver.settle();
    await search.open();
    await host().driver.page.keyboard.press('Backspace');
    const earlier = search.prompt().locator('.suggestion-item', { hasText: 'saffron' }).first();
    await doubleClick(host(), earlier, () => search.expectRows('saffron'));
    expect(await search.prompt().locator('input').inputValue()).toBe('saffron');
    expect(await search.prompt().count()).toBe(1);
    await host().driver.page.keyboard.press('Escape');
    await host().driver.settle();
  });

  it('on a theme of the map goes into it, from the picture and from the list', async () => {
    await openMap(host());
    await isUpToDate(host());
    const before = await activeNote();
    const row = mapRows(host(), 1).first();
    const name = await row.locator('.vault-loom-map-row-title').innerText();
    await doubleClick(host(), row, () => isAt(host(), name));
    await isAt(host(), name);
    await host().driver.page.keyboard.press('Escape');
    await isAt(host(), 'All notes');
    const shape = shapes(host()).first();
    const { mouse } = host().driver.page;
    await doubleClick(host(), shape, async () => {
      await vi.waitFor(async () => expect(await mapRows(host(), 2).count()).toBeGreaterThan(0), PATIENT);
      const box = await shapes(host()).first().boundingBox();
      if (box === null) throw new Error('It is not on the screen.');
      await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    });
    expect(await activeNote()).toBe(before);
    expect(await host().driver.errors()).toEqual([]);
  });
});
