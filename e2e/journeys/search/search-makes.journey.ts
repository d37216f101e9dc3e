import type { Editor } from 'obsidian';
import type { Locator } from 'playwright';
import { beforeAll, expect, it, vi } from 'vitest';
import { selectedIn } from '../../driver/page-checks.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { searchIn } from '../kits/search-kit.ts';

journey('links and notes made from the search', BY_WORDS_ALONE, (host) => {
  const { page, prompt, status, untilFound, open, type, expectRows, openNote, untilByWords } = searchIn(host);

  beforeAll(untilByWords, 30_000);

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
    await untilFound('saffron', 'Garden/Notes.md', 'See saffron');
    await open();
    expect(await prompt().locator('.prompt-input').inputValue()).toBe('saffron');
    await expectRows('saffron');
    await page().keyboard.press('Alt+Enter');
    await driver.settle();
    await vi.waitFor(async () => {
      const text = await driver.evaluate((app, at) => app.workspace.activeEditor?.editor?.getLine(at), line);
      expect(text).toMatch(/^See \[\[.*Saffron Buns\|saffron\]\]$/);
    }, PATIENT);
  });

  it('keeps selected text that cannot be a label, and puts the link after it', async () => {
    const { driver } = host();
    await openNote('Garden/Notes.md', 'source');
    const before = await driver.evaluate((app) => {
      const editor = app.workspace.activeEditor?.editor as Editor;
      editor.setSelection({ line: 0, ch: 0 }, { line: 2, ch: 0 });
      return editor.getValue();
    });
    await open();
    expect(await prompt().locator('.prompt-input').inputValue()).toMatch(/^\S.*\S$/);
    await type('saffron');
    await expectRows('saffron');
    await page().keyboard.press('Alt+Enter');
    await driver.settle();
    await vi.waitFor(async () => {
      const text = await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getValue());
      expect(text).toMatch(/ \[\[[^\]\n]*Saffron Buns\]\]\n/);
      expect(text?.replace(/ \[\[[^\]\n]*Saffron Buns\]\]/, '')).toBe(before);
    }, PATIENT);
  });

  it('searches for text that is selected in a note that is read', async () => {
    await openNote('Recipes/Saffron Buns.md', 'preview');
    const heading = page().locator('.workspace-leaf.mod-active .markdown-preview-view h1', { hasText: 'Saffron Buns' });
    expect(await selectedIn(heading)).toBe('Saffron Buns');
    await open();
    expect(await prompt().locator('.prompt-input').inputValue()).toBe('Saffron Buns');
    await page().keyboard.press('Escape');
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

  it('says that nothing is found and creates the note', async () => {
    const { driver } = host();
    await open();
    await type('Zyxwv qqq');
    await vi.waitFor(async () => expect(await status().textContent()).toMatch(/^No note found/), PATIENT);
    expect(await prompt().getByRole('button').textContent()).toBe('Create “Zyxwv qqq”');
    await page().keyboard.press('Shift+Enter');
    await driver.settle();
    await vi.waitFor(
      async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.basename)).toBe('Zyxwv qqq'),
      PATIENT,
    );
  });

  it('creates a note in the folder that is typed, as the app does', async () => {
    const { driver } = host();
    for (const [typed, path] of [
      ['garden/qqzebu', 'Garden/qqzebu.md'],
      ['Zoo/small/qqgnu', 'Zoo/small/qqgnu.md'],
    ] as const) {
      await open();
      await type(typed);
      await page().keyboard.press('Shift+Enter');
      await driver.settle();
      await vi.waitFor(
        async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path),
        PATIENT,
      );
    }
  });

  it('says why no note is made of what has no name in it', async () => {
    for (const typed of ['...', 'tag:recipe', 'Garden/']) {
      await open();
      // Before it is answered: what is found then must not take the place of the words.
      await prompt().locator('.prompt-input').fill(typed);
      await page().keyboard.press('Shift+Enter');
      await host().driver.settle();
      await vi.waitFor(
        async () => expect(await status().textContent()).toBe('To create a note, type a name for it.'),
        PATIENT,
      );
      await prompt().locator('.prompt-input').fill('');
      await type('gooseb');
      await expectRows('gooseb');
      expect(await status().textContent()).not.toContain('type a name');
      await page().keyboard.press('Escape');
      await host().driver.settle();
    }
  });

  it('offers to create the note when others are found, unless one of them has that name', async () => {
    const create = prompt().getByRole('button', { name: /^Create/u });
    await open();
    await type('saffron and');
    await vi.waitFor(async () => expect(await status().textContent()).toMatch(/^(?:\d+ notes?|The first)/u), PATIENT);
    expect(await create.textContent()).toBe('Create “saffron and”');
    const heightOf = (): Promise<number | undefined> =>
      prompt()
        .locator('.vault-loom-search-bar')
        .boundingBox()
        .then((box) => box?.height);
    const before = await heightOf();
    await prompt()
      .locator('.prompt-input')
      .fill(`saffron ${'and more of it '.repeat(6)}`);
    await host().driver.settle();
    await vi.waitFor(async () => expect(await create.textContent()).toContain('and more of it and more'), PATIENT);
    expect(await heightOf()).toBe(before);
    await page().setViewportSize({ width: 320, height: 640 });
    const edges = (of: Locator): Promise<[number, number]> =>
      of.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [left, right];
      });
    const [[left, right], [from, to]] = [await edges(create), await edges(prompt())];
    expect(left).toBeGreaterThan(from);
    expect(right).toBeLessThan(to);
    // Where the app runs from right to left, a long name would push out the word in front of it.
    await page().evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await create.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    await page().evaluate(() => document.documentElement.removeAttribute('dir'));
    await page().setViewportSize({ width: 1280, height: 800 });
    // A name that runs from right to left is cut where it ends, too.
    await prompt().locator('.prompt-input').fill('\u0632\u0639\u0641\u0631\u0627\u0646 '.repeat(30));
    await host().driver.settle();
    await vi.waitFor(async () => expect(await create.textContent()).toContain('\u0632\u0639\u0641'), PATIENT);
    const isSeen = await create.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const letters: DOMRect[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (const { index } of (node.textContent ?? '').matchAll(/[\u0600-\u06ff]/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          letters.push(range.getBoundingClientRect());
        }
      const { left, right } = element.getBoundingClientRect();
      const isIn = (letter: DOMRect | undefined): boolean =>
        letter !== undefined && letter.left >= left && letter.right <= right;
      return { first: isIn(letters[0]), last: isIn(letters.at(-1)) };
    });
    await host().picture('arabic-name');
    expect(isSeen).toEqual({ first: true, last: false });
    await type('\b'.repeat(4));
    await prompt().locator('.prompt-input').fill('saffron');
    await host().driver.settle();
    await expectRows('saffron');
    await vi.waitFor(async () => expect(await create.count()).toBe(0), PATIENT);
    await page().keyboard.press('Escape');
  });
});
