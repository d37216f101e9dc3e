import { beforeAll, expect, it, vi } from 'vitest';
import { remove, rename } from '../kits/files-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { searchIn } from '../kits/search-kit.ts';

journey('search, while notes are renamed and deleted', BY_WORDS_ALONE, (host) => {
  const { page, prompt, ask, open, type, choose, expectRows, untilReady } = searchIn(host);

  beforeAll(async () => {
    await untilReady();
  }, 30_000);

  it('opens a note under the name that it was given while it was listed', async () => {
    await open();
    await choose('words');
    await type('granite');
    const { path } = await expectRows('granite');
    const name = path.replace(/[^/]+$/u, 'Renamed meanwhile.md');
    await rename(host(), path, name);
    await page().keyboard.press('Enter');
    await vi.waitFor(
      async () => expect(await host().driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(name),
      PATIENT,
    );
    await rename(host(), name, path);
  });

  it('stays open where the chosen note has been deleted, whose row then goes', async () => {
    for (const name of ['Zyx one.md', 'Zyx two.md'])
      await host().driver.evaluate(async (app, path) => void (await app.vault.create(path, 'Zyxquartz.\n')), name);
    await vi.waitFor(async () => expect(await ask('zyxquartz')).toHaveLength(2), PATIENT);
    await open();
    await choose('words');
    await type('zyxquartz');
    const { path } = await expectRows('zyxquartz');
    await remove(host(), path);
    await page().keyboard.press('Enter');
    await page().locator('.notice', { hasText: 'is no longer there' }).waitFor();
    expect(await prompt().count()).toBe(1);
    await vi.waitFor(async () => expect(await prompt().locator('.suggestion-item').count()).toBe(1), PATIENT);
    await page().keyboard.press('Enter');
    const opened = async (): Promise<string | undefined> =>
      host().driver.evaluate((app) => app.workspace.getActiveFile()?.path);
    const other = path === 'Zyx one.md' ? 'Zyx two.md' : 'Zyx one.md';
    await vi.waitFor(async () => expect(await opened()).toBe(other), PATIENT);
    await remove(host(), other);
  });
});
