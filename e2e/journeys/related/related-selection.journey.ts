import { beforeAll, expect, it, vi } from 'vitest';
import { selectedIn } from '../../driver/page-checks.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { MOD, NOTE, OTHER, pane, rows, head, open, showsNote, command } from '../kits/related-kit.ts';

journey('notes related to a selection', BY_WORDS_ALONE, (host) => {
  beforeAll(async () => {
    await open(host(), NOTE);
    await command(host(), 'related');
    await showsNote(host(), NOTE);
  }, 30_000);

  it('stays with a note when pinned, and shows what is related to a selection', async () => {
    const { driver } = host();
    await pane(host()).getByLabel('Stay with this note').click();
    await open(host(), OTHER);
    expect(await head(host()).getAttribute('data-path')).toBe(NOTE);
    await pane(host()).getByLabel('Stay with this note').click();
    await showsNote(host(), OTHER);
    await driver.evaluate((app) => {
      const editor = app.workspace.activeEditor?.editor;
      editor?.setSelection({ line: 0, ch: 0 }, { line: editor.lastLine(), ch: 0 });
    });
    const scroll = pane(host()).locator('.vault-loom-related-scroll');
    const scrolledTo = (): Promise<number> => scroll.evaluate((element) => element.scrollTop);
    await scroll.evaluate((element) => element.scrollTo(0, 200));
    await driver.settle();
    expect(await scrolledTo()).toBe(200);
    await command(host(), 'related-to-selection');
    await vi.waitFor(async () => expect(await head(host()).innerText()).toContain('Related to the selection'), PATIENT);
    await vi.waitFor(async () => expect(await rows(host()).count()).toBeGreaterThan(5), PATIENT);
    expect(await scrolledTo()).toBe(0);
    await host().picture('selection');
    await pane(host()).getByLabel('Back to the whole note').click();
    await vi.waitFor(async () => expect(await head(host()).innerText()).toMatch(/Related to\s+Saffron/u), PATIENT);
  });

  it('takes text that is selected in a note that is read, and is offered by the palette for it alone', async () => {
    const { driver } = host();
    const { page } = driver;
    const offered = async (): Promise<number> => {
      await page.keyboard.press(`${MOD}+p`);
      await driver.settle();
      await page.keyboard.type('related to the selection');
      await driver.settle();
      return page.locator('.prompt .suggestion-item', { hasText: 'Show notes related to the selection' }).count();
    };
    await driver.evaluate(async (app, to) => {
      await app.workspace.openLinkText(to, '', false, { active: true, state: { mode: 'preview' } });
    }, OTHER);
    await driver.settle();
    expect(await offered()).toBe(0);
    await page.keyboard.press('Escape');
    await driver.settle();
    const text = page.locator('[data-mode="preview"] .markdown-preview-view p');
    const selected = await selectedIn(text);
    expect(selected.length).toBeGreaterThan(10);
    await command(host(), 'related-to-selection');
    await vi.waitFor(async () => {
      expect(await head(host()).innerText()).toContain('Related to the selection');
      expect(await head(host()).innerText()).toContain(selected.slice(0, 10));
    }, PATIENT);
    await pane(host()).getByLabel('Back to the whole note').click();
    await showsNote(host(), OTHER);
    await selectedIn(text);
    expect(await offered()).toBe(1);
    await page.keyboard.press('Escape');
    await open(host(), OTHER);
  });
});
