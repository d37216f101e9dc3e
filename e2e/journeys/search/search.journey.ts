import { beforeAll, expect, it, vi } from 'vitest';
import { AS_INSTALLED, journey, PATIENT } from '../kits/hosts.ts';
import { HIGHLIGHTS, searchIn } from '../kits/search-kit.ts';

/**
 * By prefix, in several words and scripts, in quotation marks, with each operator, by an embedded file, and a word with
 * signs in it.
 */
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
  'frame-014-sid',
  'torch-in-hand times',
];

journey('a person searches', AS_INSTALLED, (host) => {
  const {
    page,
    prompt,
    status,
    chosen,
    ask,
    open,
    type,
    choose,
    shown,
    expectRows,
    expectCursorAt,
    expectHighlighted,
    openNote,
    untilReady,
  } = searchIn(host);

  beforeAll(untilReady, 30_000);

  it('opens from the ribbon, with what to do', async () => {
    await page().locator('.side-dock-ribbon-action[aria-label^="Search notes"]').click();
    await host().driver.settle();
    expect(await prompt().locator('.prompt-input').getAttribute('role')).toBe('combobox');
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
      if (mode === 'source') await expectCursorAt(first);
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
        await expectCursorAt(first);
        await leaf.locator(`.markdown-source-view ${HIGHLIGHTS}`).first().waitFor();
      } else expect(await leaf.locator(`.markdown-reading-view ${HIGHLIGHTS}`).count()).toBe(0);
    }
  });

  it('says the file name that matched if it is not the title, and opens the note with nothing highlighted', async () => {
    const { driver } = host();
    await openNote('Home.md', 'source');
    await open();
    await choose('words');
    await type('202602080930');
    await expectRows('202602080930');
    const [first] = await prompt().locator('.suggestion-item').allTextContents();
    expect(first).toContain('File name: 202602080930 salt');
    await host().picture('search-file-name');
    await page().keyboard.press('Enter');
    await driver.settle();
    await vi.waitFor(
      async () =>
        expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.basename)).toBe('202602080930 salt'),
      PATIENT,
    );
    expect(await page().locator(`.workspace-leaf.mod-active ${HIGHLIGHTS}`).count()).toBe(0);
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
    expect(await prompt().locator('.prompt-input').getAttribute('aria-activedescendant')).toBe(
      await chosen().getAttribute('id'),
    );
    await prompt().locator('.vault-loom-search-preview .search-result-file-matched-text').first().waitFor();
    await host().picture('search');
    await choose('words');
    await page().keyboard.press('Escape');
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

  it('says of a canvas what its card says, in which group, and offers no picture as a recent note', async () => {
    const { driver } = host();
    const card = { id: 'a', type: 'text', text: 'The **quokka** sleeps.', x: 0, y: 0, width: 100, height: 50 };
    const group = { id: 'g', type: 'group', label: 'Marsupials', x: -10, y: -10, width: 400, height: 100 };
    await driver.evaluate(
      async (app, json) => {
        await app.vault.create('Burrow.canvas', json);
        await app.workspace.getLeaf(false).openFile(await app.vault.create('Burrow.png', 'No text.'));
      },
      JSON.stringify({ nodes: [card, group], edges: [] }),
    );
    await vi.waitFor(async () => expect(await ask('quokka')).toHaveLength(1), PATIENT);
    await openNote('Home.md', 'source');
    await open();
    await vi.waitFor(
      async () => expect(await prompt().locator('.suggestion-item').count()).toBeGreaterThan(0),
      PATIENT,
    );
    expect((await prompt().innerText()).includes('Burrow')).toBe(false);
    await type('quokka');
    const row = prompt().locator('.suggestion-item', { hasText: 'Burrow' });
    await row.waitFor();
    expect(await row.locator('.vault-loom-search-place').textContent()).toBe('Marsupials');
    const preview = prompt().locator('.vault-loom-search-preview');
    await preview.locator('.search-result-file-matched-text', { hasText: 'quokka' }).waitFor();
    expect((await preview.innerText()).trim()).toMatch(/^The \**quokka\** sleeps\.$/u);
    await host().picture('search-canvas');
    await page().keyboard.press('Escape');
  });

  it('gives recent notes the titles that they have when they are found', async () => {
    await openNote('Ideas/202602080930 salt.md', 'source');
    await openNote('Home.md', 'source');
    await open();
    await vi.waitFor(
      async () =>
        expect(await prompt().locator('.suggestion-title').allInnerTexts()).toContain('Salt finds everything'),
      PATIENT,
    );
    await page().keyboard.press('Escape');
  });

  it('offers no note as a recent one that is open in front already', async () => {
    const recent = prompt().locator('.suggestion-item', { has: page().getByLabel('Recent note') });
    const first = async (): Promise<string> => {
      await open();
      await vi.waitFor(async () => expect(await recent.count()).toBeGreaterThan(0), PATIENT);
      const titles = await recent.locator('.suggestion-title').allInnerTexts();
      await page().keyboard.press('Escape');
      await host().driver.settle();
      return titles[0] ?? '';
    };
    await openNote('Recipes/Saffron Buns.md', 'source');
    await openNote('Home.md', 'source');
    expect(await first()).toBe('Saffron Buns');
    await openNote('Recipes/Saffron Buns.md', 'source');
    expect(await first()).toBe('Home');
  });

  it('keeps a long name without blanks within its row, and shows no empty list', async () => {
    const name = 'Wombatburrowmap'.repeat(8);
    await host().driver.evaluate(async (app, title) => {
      await app.vault.create(`${title}.md`, 'The bilby digs.\n');
    }, name);
    await vi.waitFor(async () => expect(await ask('bilby')).toHaveLength(1), PATIENT);
    await open();
    await type('bilby');
    const title = prompt().locator('.suggestion-title', { hasText: name });
    await title.waitFor();
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await prompt().locator('.vault-loom-search-body').isVisible()).toBe(true);
    await type('zzzqqq');
    await vi.waitFor(async () => expect(await prompt().locator('.suggestion-item').count()).toBe(0), PATIENT);
    expect(await prompt().locator('.vault-loom-search-body').isVisible()).toBe(false);
    await page().keyboard.press('Escape');
  });

  it('previews what is found in a folded callout', async () => {
    const text = '# Log\n\n> [!note]- Folded\n> One.\n> > [!tip]- Within\n> > The numbat sleeps.\n';
    await host().driver.evaluate(async (app, content) => {
      await app.vault.create('Folded.md', content);
    }, text);
    await vi.waitFor(async () => expect(await ask('numbat')).toHaveLength(1), PATIENT);
    await open();
    await type('numbat');
    await expectRows('numbat');
    const mark = prompt().locator('.vault-loom-search-preview .search-result-file-matched-text', { hasText: 'numbat' });
    await mark.waitFor({ state: 'attached' });
    await vi.waitFor(async () => expect(await mark.isVisible()).toBe(true), PATIENT);
    await page().keyboard.press('Escape');
  });

  it('opens a folded callout of a note that is read, if the match is in it', async () => {
    const filler = 'A line about rain.\n\n'.repeat(80);
    const text = `${filler}> [!note]- Folded\n> One.\n> > [!tip]- Within\n> > The dunnart sleeps.\n\n${filler}`;
    await host().driver.evaluate(async (app, content) => {
      await app.vault.create('Folded read.md', content);
    }, text);
    await vi.waitFor(async () => expect(await ask('dunnart')).toHaveLength(1), PATIENT);
    await openNote('Home.md', 'preview');
    await open();
    await type('dunnart');
    await expectRows('dunnart');
    await page().keyboard.press('Enter');
    await host().driver.settle();
    const leaf = page().locator('.workspace-leaf.mod-active .markdown-reading-view');
    const found = leaf.locator('p', { hasText: 'dunnart' });
    await vi.waitFor(async () => expect(await found.isVisible()).toBe(true), PATIENT);
    await vi.waitFor(async () => {
      const [place, view] = [await found.boundingBox(), await leaf.boundingBox()];
      const share = ((place?.y ?? 0) - (view?.y ?? 0)) / (view?.height ?? 1);
      expect(share).toBeGreaterThan(1 / 4);
      expect(share).toBeLessThan(3 / 4);
    }, PATIENT);
  });

  it('finds an emoji, an arrow, C++ and => as written, and marks them in the note', async () => {
    const { driver } = host();
    await driver.evaluate(async (app) => {
      await app.vault.create('Feast.md', 'Lanterns first.\n\nThen the wassail🎉 → home.');
      await app.vault.create('Compiler.md', 'Vitamin C, and a note on C++ quagmires: f => g.');
    });
    await vi.waitFor(async () => expect(await ask('quagmires')).toHaveLength(1), PATIENT);
    for (const [query, path, word] of [
      ['🎉', 'Feast.md', '🎉'],
      ['wassail →', 'Feast.md', 'wassail'],
      ['C++', 'Compiler.md', 'c++'],
      ['=>', 'Compiler.md', '=>'],
    ] as const) {
      await openNote('Home.md', 'source');
      await open();
      await type(query);
      const found = await expectRows(query);
      expect(found.path).toBe(path);
      expect((await ask(query)).map((row) => row.path)).toContain(path);
      await page().keyboard.press('Enter');
      await driver.settle();
      await vi.waitFor(
        async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path),
        PATIENT,
      );
      const marks = page().locator(`.workspace-leaf.mod-active .markdown-source-view ${HIGHLIGHTS}`);
      await vi.waitFor(async () => expect((await marks.first().textContent())?.toLowerCase()).toBe(word), PATIENT);
    }
  });
});
