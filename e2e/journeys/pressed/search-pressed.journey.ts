import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { pressOn } from '../kits/press-kit.ts';
import { change } from '../kits/review-kit.ts';
import { searchIn } from '../kits/search-kit.ts';

journey('a search whose answer changes while a row is pressed', BY_WORDS_ALONE, (host) => {
  const { page, prompt, status, open, type, shown, expectRows, untilReady } = searchIn(host);
  const rows = (): ReturnType<typeof prompt> => prompt().locator('.suggestion-item');
  /** The count is told at once; the rows wait for the end of the press. */
  const excludes = async (folders: string[]): Promise<void> => {
    const before = await status().textContent();
    await change(host(), { excludedFolders: folders });
    await vi.waitFor(async () => expect(await status().textContent()).not.toBe(before), PATIENT);
    await host().driver.settle();
  };

  beforeAll(untilReady, 30_000);

  it('opens the row', async () => {
    await open();
    await type('rain barrel');
    await expectRows('rain barrel');
    const wanted = await rows().nth(1).locator('.suggestion-title').innerText();
    await pressOn(host(), rows().nth(1));
    await excludes(['Choir', 'Projects']);
    await page().mouse.up();
    await vi.waitFor(async () => expect(await prompt().count()).toBe(0), PATIENT);
    await vi.waitFor(
      async () => expect(await host().driver.evaluate((app) => app.workspace.getActiveFile()?.basename)).toBe(wanted),
      PATIENT,
    );
  });

  it('shows the new answer if the button is released elsewhere', async () => {
    await change(host(), { excludedFolders: [] });
    await open();
    await page().keyboard.press('Backspace');
    await type('rain barrel');
    await vi.waitFor(async () => expect((await shown()).join()).toContain('Rain Barrel Irrigation'), PATIENT);
    await pressOn(host(), rows().nth(1));
    await excludes(['Projects']);
    expect((await shown()).join()).toContain('Rain Barrel Irrigation');
    await page().mouse.move(600, 20);
    await page().mouse.up();
    await vi.waitFor(async () => expect((await shown()).join()).not.toContain('Rain Barrel Irrigation'), PATIENT);
    expect(await host().driver.errors()).toEqual([]);
  });
});
