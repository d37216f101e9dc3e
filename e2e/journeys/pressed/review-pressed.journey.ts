import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { pressOn } from '../kits/press-kit.ts';
import { assistantsOf, button, canDecide, change, pane, waits } from '../kits/review-kit.ts';

const NOTE = 'Long.md';
const BELOW = Array.from({ length: 200 }, (_, line) => `Line ${line} of a long note.\n`).join('');
const EDITS = [5, 35, 65, 95, 125, 155].map((line) => ({
  mode: 'replace_window',
  search: `Line ${line} of a long note.`,
  content: `Line ${line}, changed.`,
}));

journey('a change under review whose note is edited meanwhile', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  const boxes = (): Locator => pane(host()).locator('.vault-loom-review-part input');
  const scrollEl = (): Locator => pane(host()).locator('.vault-loom-review-scroll');
  const edit = (above: string): Promise<void> => writeFile(join(host().driver.vaultPath, NOTE), above + BELOW);
  /** What the change would do to the note as it is now. */
  const isPlannedFor = (above: string): Promise<void> =>
    vi.waitFor(
      async () =>
        expect(
          await host().driver.evaluate((app) => {
            const { companion } = app.plugins.plugins['vault-loom'] as unknown as {
              companion: { review: { items: { plan: { files: { before: string }[] } | null }[] } };
            };
            return companion.review.items[0]?.plan?.files[0]?.before;
          }),
        ).toMatch(new RegExp(`^${above}`, 'u')),
      PATIENT,
    );
  /** Edits the note, and waits until the change is drawn for what is there now. */
  const editAndWait = async (above: string): Promise<void> => {
    const drawn = await boxes().first().elementHandle();
    await edit(above);
    await isPlannedFor(above);
    await vi.waitFor(async () => expect(await drawn?.evaluate((box) => box.isConnected)).toBe(false), PATIENT);
    await host().driver.settle();
  };

  beforeAll(async () => {
    const claude = await assistant('Claude');
    await edit('');
    await vi.waitFor(async () => {
      expect((await claude.call('index_status', {})).result).toMatchObject({ host: 'plugin' });
      expect((await claude.call('read_note', { name: NOTE, mode: 'full' })).error).toBeUndefined();
    }, PATIENT);
    await change(host(), { reviewMode: 'ask-always' });
    await host().driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    await ask('edit_note', { name: NOTE, edits: EDITS });
    await waits(host(), 1);
    await canDecide(host());
  }, 60_000);

  it('stays where it is read, and keeps the reason that is being typed', async () => {
    await boxes().last().scrollIntoViewIfNeeded();
    const reason = pane(host()).getByRole('textbox');
    await reason.fill('理由は');
    await reason.dispatchEvent('compositionstart', { data: '' });
    const before = await boxes().last().boundingBox();
    await editAndWait('One.\n');
    expect((await boxes().last().boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1.8);
    expect(await scrollEl().evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    expect(await reason.inputValue()).toBe('理由は');
    expect(await reason.evaluate((field) => document.activeElement === field)).toBe(true);
  });

  it('keeps the focus on the same part', async () => {
    await boxes().nth(4).focus();
    await host().driver.settle();
    await editAndWait('Two.\n');
    expect(
      await boxes()
        .nth(4)
        .evaluate((box) => document.activeElement === box),
    ).toBe(true);
    await host().driver.page.keyboard.press('Space');
    await host().driver.settle();
    expect(await boxes().nth(4).isChecked()).toBe(false);
  });

  it('leaves out the part that was pressed when that happened', async () => {
    await boxes().nth(2).scrollIntoViewIfNeeded();
    await pressOn(host(), boxes().nth(2));
    await edit('Three.\n');
    await isPlannedFor('Three.\n');
    await host().driver.settle();
    await host().driver.page.mouse.up();
    await canDecide(host(), 'Accept 4 of 6 parts');
    expect(await boxes().evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    await button(host(), 'Accept 4 of 6 parts').click();
    await waits(host(), 0);
    expect(await host().driver.errors()).toEqual([]);
  });
});
