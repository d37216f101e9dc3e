import type { Editor } from 'obsidian';
import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { command, open as openNote, rows as relatedRows } from './kits/related-kit.ts';
import { searchIn } from './kits/search-kit.ts';

const SHARED = 'Carded fleece is felted in soapy water.';
/** Notes whose names are not easy to link to, each found by a word of its heading, of an alias, or of a block. */
const NOTES = {
  'Links/50% wool (draft) & Co\u2019s.md': `# Qqheading of fleece\n\n${SHARED}\n`,
  'Links/Été, naïve; 日本.md': `---\naliases:\n  - Qqalias | fleece\n---\n${SHARED}\n`,
  'Links/a+b=c ~ @home!.md': `${SHARED}\n\nQqblock is here. ^qq-block\n`,
  'Links/Twin %20.md': `Qqtwin. ${SHARED}\n`,
  'Links/Deep/Twin %20.md': `Another. ${SHARED}\n`,
};
const WORDS = ['qqheading', 'qqalias', 'qqblock', 'qqtwin'];
const FOUND = Object.keys(NOTES).slice(0, WORDS.length);
const NOTE = 'Links/Deep/Written.md';

journey('links made from rows', BY_WORDS_ALONE, (host) => {
  const search = searchIn(host);
  const configure = (settings: Record<string, unknown>): Promise<void> =>
    host().driver.evaluate((app, all) => {
      for (const [key, value] of Object.entries(all))
        (app.vault as unknown as { setConfig(name: string, value: unknown): void }).setConfig(key, value);
    }, settings);
  const clear = async (): Promise<void> => {
    await openNote(host(), NOTE);
    await host().driver.evaluate((app, text) => (app.workspace.activeEditor?.editor as Editor).setValue(text), SHARED);
    await host().driver.settle();
  };
  /** The notes that the app finds links to, once it has read what was written. */
  const leadTo = (paths: readonly string[]): Promise<void> =>
    vi.waitFor(
      async () =>
        expect(
          await host().driver.evaluate(
            (app, note) => [
              Object.keys(app.metadataCache.resolvedLinks[note] ?? {}).sort(),
              app.metadataCache.unresolvedLinks[note] ?? {},
            ],
            NOTE,
          ),
          (await host().driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue())) ?? '',
        ).toEqual([[...paths].sort(), {}]),
      PATIENT,
    );

  beforeAll(async () => {
    await host().driver.evaluate(
      async (app, [notes, own, text]) => {
        await app.vault.createFolder('Links/Deep');
        for (const [path, content] of Object.entries(notes)) await app.vault.create(path, content);
        await app.vault.create(own, text);
      },
      [NOTES, NOTE, SHARED] as const,
    );
    await search.untilReady();
    for (const word of WORDS) await vi.waitFor(async () => expect((await search.ask(word)).length).toBe(1), PATIENT);
  }, 60_000);

  it.each([
    { useMarkdownLinks: false, newLinkFormat: 'shortest' },
    { useMarkdownLinks: true, newLinkFormat: 'relative' },
  ])('by Alt+Enter lead to the note, by whatever it was found: %j', async (settings) => {
    await configure(settings);
    await clear();
    for (const word of WORDS) {
      await host().driver.evaluate((app) => {
        const editor = app.workspace.activeEditor?.editor as Editor;
        const last = { line: editor.lastLine(), ch: editor.getLine(editor.lastLine()).length };
        editor.replaceRange('\n\n', last);
        editor.setCursor({ line: editor.lastLine(), ch: 0 });
      });
      await search.open();
      await search.type(word);
      await search.expectRows(word);
      await host().driver.page.keyboard.press('Alt+Enter');
      await host().driver.settle();
      await vi.waitFor(async () => expect(await search.prompt().count()).toBe(0), PATIENT);
    }
    await leadTo(FOUND);
  });

  it.each([
    { useMarkdownLinks: false, newLinkFormat: 'shortest' },
    { useMarkdownLinks: true, newLinkFormat: 'relative' },
  ])('by dragging a related note lead to it: %j', async (settings) => {
    await configure(settings);
    await clear();
    await command(host(), 'related');
    const editor = host().driver.page.locator('.mod-root .cm-content').first();
    for (const path of FOUND) {
      const row = relatedRows(host()).and(host().driver.page.locator(`[data-path="${path}"]`));
      await row.waitFor({ timeout: PATIENT.timeout });
      await row.dragTo(editor);
      await host().driver.settle();
    }
    await leadTo(FOUND);
    await configure({ useMarkdownLinks: false, newLinkFormat: 'shortest' });
    expect(await host().driver.errors()).toEqual([]);
  });
});
