import type { Editor } from 'obsidian';
import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { searchIn } from '../kits/search-kit.ts';

journey('keys and mouse in the search', BY_WORDS_ALONE, (host) => {
  const { page, prompt, status, ask, open, type, choose, expectRows, openNote, untilByWords } = searchIn(host);

  /** A new tab is there before its note, which then takes the focus. */
  const expectTabs = (tabs: number, path: string | undefined): Promise<void> =>
    vi.waitFor(async () => {
      const now = await host().driver.evaluate((app) => ({
        tabs: app.workspace.getLeavesOfType('markdown').length,
        path: app.workspace.getActiveFile()?.path,
      }));
      expect(now).toEqual({ tabs, path });
    }, PATIENT);

  beforeAll(untilByWords, 30_000);

  it('shows what is typed in its own direction, where the app runs from right to left', async () => {
    await page().evaluate(() => (document.documentElement.dir = 'rtl'));
    await open();
    const directionOf = (): Promise<string> =>
      prompt()
        .locator('.prompt-input')
        .evaluate((input) => getComputedStyle(input).direction);
    await type('C++');
    expect(await directionOf()).toBe('ltr');
    await prompt().locator('.prompt-input').fill('حديقة');
    expect(await directionOf()).toBe('rtl');
    await host().driver.settle();
    await prompt().locator('.prompt-input').fill('');
    await host().driver.settle();
    await type('frame');
    await expectRows('frame');
    const counts = prompt().locator('.vault-loom-search-count');
    expect(await counts.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).direction))])).toEqual([
      'ltr',
    ]);
    // English titles in rows that begin on the right.
    const texts = prompt().locator('.prompt-results [dir="auto"], .prompt-results .vault-loom-search-place');
    expect(
      await texts.evaluateAll((all) => [
        ...new Set(
          all
            .map((one) => getComputedStyle(one))
            .map(({ textAlign, direction }) => (textAlign === 'start' && direction === 'rtl' ? 'right' : textAlign)),
        ),
      ]),
    ).toEqual(['right']);
    // Our own words are English: keys stand before what they do.
    const keys = prompt().locator('.prompt-instruction');
    expect(await keys.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).direction))])).toEqual([
      'ltr',
    ]);
    await host().picture('search-right-to-left');
    await page().keyboard.press('Escape');
    await page().evaluate(() => document.documentElement.removeAttribute('dir'));
  });

  it('names folder and line in a narrow window, also of a note with many passages or a long heading', async () => {
    await page().setViewportSize({ width: 320, height: 640 });
    await open();
    await type('garden');
    await expectRows('garden');
    const aux = prompt().locator('.suggestion-aux', { has: page().locator('.vault-loom-search-count') });
    const folder = aux.locator('.vault-loom-search-folder', { hasText: /^Garden$/u }).first();
    const cut = await folder.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
    // The end of a place is its line, which a long heading gives way to.
    const places = prompt().locator('.vault-loom-search-place');
    expect(
      await places.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length),
    ).toBe(0);
    await host().picture('search-narrow');
    await page().keyboard.press('Escape');
    await page().setViewportSize({ width: 1280, height: 800 });
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
    await expectTabs(tabs + 1, rows[index]?.path);
  });

  it('opens in a new tab by the middle button', async () => {
    const { driver } = host();
    const tabs = await driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    await open();
    await type('gooseb');
    const { path } = await expectRows('gooseb');
    await prompt().locator('.suggestion-item').first().click({ button: 'middle' });
    await driver.settle();
    await expectTabs(tabs + 1, path);
  });

  it('says if a note has only one passage, and does not search for half an operator', async () => {
    await open();
    await type('gooseb');
    const { passages } = await expectRows('gooseb');
    if (passages.length === 1) {
      await page().keyboard.press('Tab');
      await host().driver.settle();
      expect(await status().textContent()).toBe('This note has no other passage.');
    }
    for (const query of ['tag:', '[[', '"']) {
      await prompt().locator('.prompt-input').fill(query);
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
    expect(await prompt().locator('.prompt-input').inputValue()).toBe('gooseb');
    await page().keyboard.press('Alt+ArrowDown');
    await host().driver.settle();
    expect(await prompt().locator('.prompt-input').inputValue()).toBe('');
    await vi.waitFor(
      async () => expect(await prompt().locator('.suggestion-title').first().textContent()).toBe('gooseb'),
      PATIENT,
    );
    await page().keyboard.press('Enter');
    await expectRows('gooseb');
    await page().keyboard.press('Escape');
  });

  it('by keys, takes what was typed last before it is answered; by a click, the row that is there', async () => {
    const { driver } = host();
    const activePath = (): Promise<string | undefined> => driver.evaluate((app) => app.workspace.getActiveFile()?.path);
    // Answers come once `answer` is called.
    const hold = (): Promise<void> =>
      driver.evaluate((app) => {
        const plugin = app.plugins.plugins['vault-loom'] as unknown as {
          companion: { engine(): Promise<unknown> };
          answer(): void;
        };
        const kept = plugin.companion;
        const held = new Promise<void>((resolve) => (plugin.answer = resolve));
        plugin.companion = Object.create(kept, {
          engine: { value: () => held.then(() => kept.engine()) },
        }) as typeof kept;
        plugin.answer = ((resolve) => () => {
          plugin.companion = kept;
          resolve();
        })(plugin.answer);
      });
    const answer = (): Promise<void> =>
      driver.evaluate((app) => (app.plugins.plugins['vault-loom'] as unknown as { answer(): void }).answer());

    await openNote('Garden/Notes.md', 'source');
    const { path, title } = (await ask('saffron'))[0] ?? { path: '', title: '' };
    await open();
    // What stands first is an earlier search.
    expect(await prompt().locator('.suggestion-title').first().textContent()).toBe('gooseb');
    await hold();
    await type('saffron');
    await page().keyboard.press('Enter');
    await driver.settle();
    expect(await prompt().locator('.prompt-input').inputValue()).toBe('saffron');
    await answer();
    await vi.waitFor(async () => expect(await activePath()).toBe(path), PATIENT);

    await openNote('Garden/Notes.md', 'source');
    await driver.evaluate((app) => {
      const editor = app.workspace.activeEditor?.editor as Editor;
      editor.setCursor({ line: 0, ch: 0 });
    });
    await open();
    await hold();
    await type('saffron');
    await page().keyboard.press('Alt+Enter');
    await driver.settle();
    await answer();
    await vi.waitFor(async () => {
      const line = await driver.evaluate((app) => app.workspace.activeEditor?.editor?.getLine(0));
      expect(line).toMatch(new RegExp(`^\\[\\[[^\\]]*${title}`, 'u'));
    }, PATIENT);
    await driver.evaluate((app) => app.workspace.activeEditor?.editor?.undo());

    await open();
    await type('frame');
    await expectRows('frame');
    const clicked = (await ask('frame'))[2];
    await hold();
    await type(' saffron');
    await prompt().locator('.suggestion-item').nth(2).click();
    await driver.settle();
    await vi.waitFor(async () => expect(await activePath()).toBe(clicked?.path), PATIENT);
    await answer();
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
    await status().click({ position: { x: 5, y: 5 } });
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

  it('looks for nothing in the middle of a composition, also if it is told to search otherwise', async () => {
    await open();
    await type('frame');
    await expectRows('frame');
    const field = prompt().locator('.prompt-input');
    const compose = (event: string): Promise<void> =>
      field.evaluate((input, name) => void input.dispatchEvent(new CompositionEvent(name, { bubbles: true })), event);
    await compose('compositionstart');
    await field.fill('framexyzzy');
    await choose('both');
    await host().driver.settle();
    await choose('words');
    await host().driver.settle();
    await expectRows('frame');
    await compose('compositionend');
    await host().driver.settle();
    await vi.waitFor(async () => expect(await status().textContent()).toContain('No note found'), PATIENT);
    await page().keyboard.press('Escape');
  });

  it('opens to the right with the keys of the app’s own switcher', async () => {
    const before = await host().driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    await open();
    await type('frame');
    const row = await expectRows('frame');
    await page().keyboard.press('ControlOrMeta+Alt+Enter');
    await expectTabs(before + 1, row.path);
    const isBeside = await host().driver.evaluate((app) => {
      const [first, ...others] = app.workspace.getLeavesOfType('markdown');
      return others.at(-1)?.parent !== first?.parent;
    });
    expect(isBeside).toBe(true);
    expect(await prompt().count()).toBe(0);
  });
});
