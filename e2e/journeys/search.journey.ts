import type { Editor } from 'obsidian';
import type { Locator } from 'playwright';
import { beforeAll, expect, it, vi } from 'vitest';
import { journey, PATIENT, type JourneyHost } from './hosts.ts';

interface Row {
  path: string;
  title: string;
  passages: { line: number; excerpt: string; ranges: [number, number][] }[];
}

/** By prefix, in several words and scripts, in quotation marks, and with each operator. */
const QUERIES = [
  'thermomet',
  'sum of cosin',
  'gooseb',
  'anneke',
  '"rain barrel"',
  'slug -beer',
  'tag:recipe leek',
  'path:Projects granite',
  'file:geometry trail',
  'полтав',
];

const HIGHLIGHTS = ':is(.obsidian-search-match-highlight, .search-highlight, .is-flashing)';

journey('a person searches', (host) => {
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

  const open = async (): Promise<void> => {
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

  /** What the rows say: title and line. */
  const shown = async (): Promise<string[]> =>
    prompt()
      .locator('.suggestion-item:not(.vault-loom-search-passage)')
      .evaluateAll((rows) =>
        rows.map((row) => {
          const place = row.querySelector('.vault-loom-search-place')?.textContent ?? '';
          return `${row.querySelector('.suggestion-title')?.textContent} ${/\d+$/.exec(place)?.[0]}`;
        }),
      );

  const expectRows = async (query: string): Promise<Row> => {
    const rows = await ask(query);
    const wanted = rows.map(({ title, passages }) => `${title} ${passages[0]?.line}`);
    await vi.waitFor(async () => expect(await shown()).toEqual(wanted), PATIENT);
    const [first] = rows;
    if (first === undefined) throw new Error(`Nothing is found by ${query}.`);
    return first;
  };

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

  beforeAll(async () => {
    await vi.waitFor(
      async () => expect(await page().locator('.plugin-vault-loom').textContent()).toBe('Loom: ready'),
      PATIENT,
    );
  }, 30_000);

  it('opens from the ribbon, with what to do', async () => {
    await page().locator('.side-dock-ribbon-action[aria-label^="Search notes"]').click();
    await host().driver.settle();
    expect(await prompt().locator('input').getAttribute('role')).toBe('combobox');
    await vi.waitFor(async () => expect(await status().textContent()).toMatch(/Type a word|^$/), PATIENT);
    await choose('words');
    await page().keyboard.press('Escape');
    await host().driver.settle();
    expect(await prompt().count()).toBe(0);
  });

  for (const [index, query] of QUERIES.entries()) {
    const [mode, way] = [index % 2 === 0 ? 'source' : 'preview', index % 4 < 2 ? 'Enter' : 'a click'] as const;
    it(`finds ${query}, and opens it at the match by ${way} in the ${mode} view`, async () => {
      const { driver } = host();
      await openNote('Home.md', mode);
      await open();
      await type(query);
      const first = await expectRows(query);
      if (way === 'Enter') await page().keyboard.press('Enter');
      else await prompt().locator('.suggestion-item').first().click();
      await driver.settle();
      expect(await prompt().count()).toBe(0);
      await vi.waitFor(
        async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(first.path),
        PATIENT,
      );
      if (mode === 'source')
        await vi.waitFor(async () => {
          const line = await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getCursor().line);
          expect((line ?? 0) + 1).toBe(first.passages[0]?.line);
        }, PATIENT);
      await expectHighlighted(first, mode === 'source' ? '.markdown-source-view' : '.markdown-reading-view');
    });
  }

  it('opens at a match in the properties, and says that it is there', async () => {
    const { driver } = host();
    for (const mode of ['source', 'preview'] as const) {
      await openNote('Home.md', mode);
      await open();
      await type('tea treat');
      const first = await expectRows('tea treat');
      expect(first.passages[0]).toMatchObject({ excerpt: 'aliases: tea treat buns', inProperties: true });
      const row = prompt().locator('.suggestion-item').first();
      expect(await row.locator('.vault-loom-search-place').textContent()).toMatch(/^Properties › line \d+$/);
      expect(await row.locator('.vault-loom-search-excerpt .suggestion-highlight').allTextContents()).toEqual([
        'tea',
        'treat',
      ]);
      const preview = prompt().locator('.vault-loom-search-properties');
      await preview.locator('.search-result-file-matched-text').first().waitFor();
      await host().picture(`search-properties-${mode}`);
      await page().keyboard.press('Enter');
      await driver.settle();
      await vi.waitFor(
        async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(first.path),
        PATIENT,
      );
      const leaf = page().locator('.workspace-leaf.mod-active');
      if (mode === 'source') {
        const line = await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getCursor().line);
        expect((line ?? 0) + 1).toBe(first.passages[0]?.line);
        await leaf.locator(`.markdown-source-view ${HIGHLIGHTS}`).first().waitFor();
      } else expect(await leaf.locator(`.markdown-reading-view ${HIGHLIGHTS}`).count()).toBe(0);
    }
  });

  it('adds what is found by meaning below the chosen row, which stays', async () => {
    const words = await ask('saffron');
    await open();
    await choose('both');
    await type('saffron');
    await vi.waitFor(async () => {
      const both = await ask('saffron', 'both');
      expect((await shown()).length).toBeGreaterThan(words.length);
      expect((await shown()).length).toBe(new Set([words[0]?.path, ...both.map(({ path }) => path)]).size);
    }, PATIENT);
    expect(await chosen().locator('.suggestion-title').textContent()).toBe(words[0]?.title);
    expect(await prompt().locator('[aria-label="Found by meaning"]').count()).toBeGreaterThan(0);
    expect(await prompt().locator('input').getAttribute('aria-activedescendant')).toBe(
      await chosen().getAttribute('id'),
    );
    await prompt().locator('.vault-loom-search-preview .search-result-file-matched-text').first().waitFor();
    await host().picture('search');
    await choose('words');
    await page().keyboard.press('Escape');
  });

  it('chooses by moves of the mouse, not where it rests', async () => {
    await open();
    await type('frame');
    await expectRows('frame');
    const third = prompt().locator('.suggestion-item').nth(2);
    await third.hover();
    await third.hover({ position: { x: 30, y: 12 } });
    await host().driver.settle();
    expect(await third.getAttribute('aria-selected')).toBe('true');
    await page().keyboard.press('ArrowUp');
    await host().driver.settle();
    expect(await prompt().locator('.suggestion-item').nth(1).getAttribute('aria-selected')).toBe('true');
  });

  it('shows the passages of a note, and opens one in a new tab', async () => {
    const { driver } = host();
    const rows = await ask('frame');
    const index = rows.findIndex(({ passages }) => passages.length > 1);
    expect(index).toBeGreaterThanOrEqual(0);
    await page().keyboard.press('ArrowUp');
    for (let step = 0; step < index; step += 1) await page().keyboard.press('ArrowDown');
    const item = prompt().locator('.suggestion-item').nth(index);
    expect(await item.locator('.vault-loom-search-count').textContent()).toMatch(/^[23] passages$/);
    await page().keyboard.press('Tab');
    await driver.settle();
    const wanted = rows[index]?.passages ?? [];
    expect(await prompt().locator('.vault-loom-search-passage').count()).toBe(wanted.length - 1);
    await host().picture('search-passages');
    const tabs = await driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    await page().keyboard.press('ControlOrMeta+Enter');
    await driver.settle();
    await vi.waitFor(async () => {
      const now = await driver.evaluate((app) => ({
        tabs: app.workspace.getLeavesOfType('markdown').length,
        path: app.workspace.getActiveFile()?.path,
      }));
      expect(now).toEqual({ tabs: tabs + 1, path: rows[index]?.path });
    }, PATIENT);
  });

  it('opens in a new tab by the middle button', async () => {
    const { driver } = host();
    const tabs = await driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    await open();
    await type('gooseb');
    await expectRows('gooseb');
    await prompt().locator('.suggestion-item').first().click({ button: 'middle' });
    await driver.settle();
    await vi.waitFor(
      async () =>
        expect(await driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length)).toBe(tabs + 1),
      PATIENT,
    );
  });

  it('says so where a note has one passage, and looks for nothing by half an operator', async () => {
    await open();
    await type('gooseb');
    const { passages } = await expectRows('gooseb');
    if (passages.length === 1) {
      await page().keyboard.press('Tab');
      await host().driver.settle();
      expect(await status().textContent()).toBe('This note has no other passage.');
    }
    for (const query of ['tag:', '[[', '"']) {
      await prompt().locator('input').fill(query);
      await host().driver.settle();
      await vi.waitFor(async () => expect(await prompt().locator('.vault-loom-search-place').count()).toBe(0), PATIENT);
      expect(await status().textContent()).toBe('');
    }
    await page().keyboard.press('Escape');
  });

  it('remembers earlier searches', async () => {
    await open();
    await page().keyboard.press('Alt+ArrowUp');
    await host().driver.settle();
    expect(await prompt().locator('input').inputValue()).toBe('gooseb');
    await page().keyboard.press('Alt+ArrowDown');
    await host().driver.settle();
    expect(await prompt().locator('input').inputValue()).toBe('');
    await vi.waitFor(
      async () => expect(await prompt().locator('.suggestion-title').first().textContent()).toBe('gooseb'),
      PATIENT,
    );
    await page().keyboard.press('Enter');
    await expectRows('gooseb');
    await page().keyboard.press('Escape');
  });

  it('searches for selected text, and puts a link in its place', async () => {
    const { driver } = host();
    await openNote('Garden/Notes.md', 'source');
    const line = await driver.evaluate((app) => {
      const editor = app.workspace.activeEditor?.editor as Editor;
      const last = editor.lastLine();
      editor.replaceRange('\nSee saffron', { line: last, ch: editor.getLine(last).length });
      editor.setSelection({ line: last + 1, ch: 4 }, { line: last + 1, ch: 11 });
      return last + 1;
    });
    await open();
    expect(await prompt().locator('input').inputValue()).toBe('saffron');
    await expectRows('saffron');
    await page().keyboard.press('Alt+Enter');
    await driver.settle();
    await vi.waitFor(async () => {
      const text = await driver.evaluate((app, at) => app.workspace.activeEditor?.editor?.getLine(at), line);
      expect(text).toMatch(/^See \[\[.*Saffron Buns\|saffron\]\]$/);
    }, PATIENT);
  });

  it('puts no link into a note that is read, and says what to do', async () => {
    const { driver } = host();
    await openNote('Garden/Notes.md', 'preview');
    const textOf = (): Promise<string | undefined> =>
      driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue());
    const before = await textOf();
    await open();
    await type('gooseb');
    await expectRows('gooseb');
    await page().keyboard.press('Alt+Enter');
    await driver.settle();
    await page().locator('.notice', { hasText: 'open a note for editing first' }).first().waitFor();
    expect(await textOf()).toBe(before);
  });

  it('opens a note whose name the disk spells with letters in two parts', async () => {
    const { driver } = host();
    const path = 'De\u0301tour.md';
    await driver.evaluate(async (app, name) => {
      await app.vault.create(name, 'A wimbrel on the causeway.');
    }, path);
    await vi.waitFor(async () => expect(await ask('wimbrel')).toHaveLength(1), PATIENT);
    await open();
    await type('wimbrel');
    await expectRows('wimbrel');
    await page().keyboard.press('Enter');
    await driver.settle();
    await vi.waitFor(
      async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path),
      PATIENT,
    );
  });

  it('says that nothing is found and creates the note', async () => {
    const { driver } = host();
    await open();
    await type('Zyxwv qqq');
    await vi.waitFor(async () => expect(await status().textContent()).toMatch(/^No note has these words/), PATIENT);
    expect(await prompt().getByRole('button').textContent()).toBe('Create “Zyxwv qqq”');
    await page().keyboard.press('Shift+Enter');
    await driver.settle();
    await vi.waitFor(
      async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.basename)).toBe('Zyxwv qqq'),
      PATIENT,
    );
  });

  it('says when it is starting and when it failed, with a way out', async () => {
    const { driver } = host();
    await driver.evaluate((app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as { companion: unknown; kept: unknown };
      plugin.kept = plugin.companion;
      plugin.companion = null;
    });
    await open();
    await type('salt');
    expect(await status().textContent()).toBe('Vault Loom is starting.');
    await driver.evaluate((app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as { companion: unknown };
      plugin.companion = {
        state: { index: 'failed', problem: 'The disk is full.', progress: null },
        engine: () => Promise.resolve(null),
      };
    });
    await type(' ');
    await vi.waitFor(
      async () => expect(await status().textContent()).toBe('The index could not be opened: The disk is full.'),
      PATIENT,
    );
    expect(await prompt().getByRole('button').textContent()).toBe('Try again');
    await driver.evaluate((app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as { companion: unknown; kept: unknown };
      plugin.companion = plugin.kept;
    });
    await page().keyboard.press('Backspace');
    await expectRows('salt');
    await page().keyboard.press('Escape');
    await driver.settle();
    expect(await driver.errors()).toEqual([]);
  });
});
