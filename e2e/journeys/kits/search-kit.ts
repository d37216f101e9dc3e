import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENT, type JourneyHost } from './hosts.ts';

/** A row as the engine answers it. */
export interface Row {
  path: string;
  title: string;
  passages: { line: number; excerpt: string; ranges: [number, number][]; isBeginning?: true }[];
}

/** What the app marks a match with. */
export const HIGHLIGHTS = ':is(.obsidian-search-match-highlight, .search-highlight, .is-flashing)';

/** What a person does in the search, and sees there. */
export function searchIn(host: () => JourneyHost) {
  const page = (): JourneyHost['driver']['page'] => host().driver.page;
  const prompt = (): Locator => page().locator('.prompt.vault-loom-search');
  const status = (): Locator => prompt().locator('[role="status"]');
  const chosen = (): Locator => prompt().locator('.suggestion-item.is-selected');

  const ask = (query: string, mode = 'words'): Promise<Row[]> =>
    host().driver.evaluate(
      async (app, input) => {
        const plugin = app.plugins.plugins['vault-loom'] as unknown as {
          engine(): Promise<{ searchBox(input: object): Promise<{ rows: Row[] }> }>;
        };
        const { rows } = await (await plugin.engine()).searchBox({ limit: 20, prefix: true, passages: 3, ...input });
        return rows;
      },
      { query, mode },
    );

  /** An open list stays as it was answered, and what is typed in the app is indexed a moment later. */
  const untilFound = (query: string, note: string, text: string): Promise<void> =>
    vi.waitFor(async () => {
      const row = (await ask(query)).find(({ path }) => path === note);
      expect(row?.passages.map(({ excerpt }) => excerpt).join('\n')).toContain(text);
    }, PATIENT);

  const open = async (): Promise<void> => {
    // A note that is still being opened would take the focus.
    await host().driver.settle();
    await host().driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
    await host().driver.settle();
    // What is typed before the box has the focus goes elsewhere.
    await prompt().locator('input:focus').waitFor();
  };

  const type = async (query: string): Promise<void> => {
    await page().keyboard.type(query);
    await host().driver.settle();
  };

  const choose = async (mode: string): Promise<void> => prompt().locator(`[data-mode="${mode}"]`).click();

  /** What the rows say: title and line, or the top; of a canvas, which has no lines, the top. */
  const shown = async (): Promise<string[]> =>
    prompt()
      .locator('.suggestion-item:not(.vault-loom-search-passage)')
      .evaluateAll((rows) =>
        rows.map((row) => {
          const place = row.querySelector('.vault-loom-search-place')?.textContent ?? '';
          return `${row.querySelector('.suggestion-title')?.textContent} ${/line (\d+)$/i.exec(place)?.[1] ?? 'top'}`;
        }),
      );

  const expectRows = async (query: string): Promise<Row> => {
    const rows = await ask(query);
    const wanted = rows.map(
      ({ path, title, passages: [first] }) =>
        `${title} ${first?.isBeginning === true || path.endsWith('.canvas') ? 'top' : first?.line}`,
    );
    await vi.waitFor(async () => expect(await shown()).toEqual(wanted), PATIENT);
    const [first] = rows;
    if (first === undefined) throw new Error(`Nothing is found by ${query}.`);
    return first;
  };

  /** It goes there a moment after the note has been opened. */
  const expectCursorAt = ({ passages: [passage] }: Row): Promise<void> =>
    vi.waitFor(async () => {
      const line = await host().driver.evaluate((app) => app.workspace.activeEditor?.editor?.getCursor().line);
      expect((line ?? 0) + 1).toBe(passage?.line);
    }, PATIENT);

  /** The first word found is highlighted, and in the middle third of the note unless the note ends before that. */
  const expectHighlighted = async ({ passages: [passage] }: Row, view: string): Promise<void> => {
    const words = passage?.ranges.map(([start, end]) => passage.excerpt.slice(start, end).toLowerCase());
    const leaf = page().locator('.workspace-leaf.mod-active');
    const highlight = leaf.locator(`${view} ${HIGHLIGHTS}`).first();
    await highlight.waitFor();
    await vi.waitFor(async () => {
      const place = await highlight.evaluate((element) => {
        let scroller = element.parentElement;
        while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
          scroller = scroller.parentElement;
        if (scroller === null) return null;
        const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
        const { scrollTop, scrollHeight, clientHeight } = scroller;
        return {
          text: element.textContent?.toLowerCase(),
          share: ((inner.top + inner.bottom) / 2 - outer.top) / outer.height,
          isAtTop: scrollTop < 2,
          isAtEnd: scrollTop + clientHeight > scrollHeight - 2,
        };
      });
      if (words !== undefined && words.length > 0) expect(words).toContain(place?.text);
      const { share = 0, isAtTop, isAtEnd } = place ?? {};
      expect(share).toBeGreaterThan(isAtTop === true ? 0 : 1 / 3);
      expect(share).toBeLessThan(isAtEnd === true ? 1 : 2 / 3);
    }, PATIENT);
  };

  const openNote = async (path: string, mode: 'source' | 'preview'): Promise<void> => {
    await host().driver.evaluate(
      (app, [name, view]) => app.workspace.openLinkText(name, '', false, { state: { mode: view } }),
      [path, mode] as const,
    );
    await host().driver.settle();
  };

  const untilReady = (): Promise<void> =>
    vi.waitFor(
      async () => expect(await page().locator('.plugin-vault-loom').textContent()).toBe('Loom: ready'),
      PATIENT,
    );

  /** Ready, and each search by words alone. */
  const untilByWords = async (): Promise<void> => {
    await untilReady();
    await open();
    await choose('words');
    await page().keyboard.press('Escape');
  };

  return {
    page,
    prompt,
    status,
    chosen,
    ask,
    untilFound,
    open,
    type,
    choose,
    shown,
    expectRows,
    expectCursorAt,
    expectHighlighted,
    openNote,
    untilReady,
    untilByWords,
  };
}
