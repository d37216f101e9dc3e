import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, it, vi } from 'vitest';
import { command, leave, notes, pane as readingPane } from '../kits/activity-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { append, assistantsOf, change, MOD, NOTE, pane, waits } from '../kits/review-kit.ts';

journey('the names of notes in the review, and in what was read', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);

  const tabs = (): Promise<unknown[]> =>
    host().driver.evaluate((app) =>
      app.workspace.getLeavesOfType('markdown').map((leaf) => leaf.getViewState().state?.['file']),
    );
  const shown = (): Promise<unknown> =>
    host().driver.evaluate((app) => app.workspace.activeLeaf?.getViewState().state?.['file']);
  const opens = (path: string, count: number): Promise<void> =>
    vi.waitFor(async () => {
      const open = await tabs();
      expect(open).toHaveLength(count);
      expect(open).toContain(path);
      // A tab that is in front only later would cover the pane that is shown next.
      expect(await shown()).toBe(path);
    }, PATIENT);
  const menuOf = async (name: Locator): Promise<string[]> => {
    await name.click({ button: 'right' });
    await host().driver.settle();
    return host().driver.page.locator('.menu .menu-item').allInnerTexts();
  };
  const previewOf = async (name: Locator): Promise<string> => {
    const { driver } = host();
    await driver.page.mouse.move(5, 5);
    await driver.page.keyboard.down(MOD);
    await name.hover();
    await driver.settle();
    await driver.page.keyboard.up(MOD);
    return driver.page.locator('.hover-popover').innerText({ timeout: 5_000 });
  };

  it('open the note of a change by a middle click and by a menu, and show it', async () => {
    const { driver } = host();
    await driver.evaluate((app) => {
      const on = app.workspace.on.bind(app.workspace) as (name: 'file-menu', take: (menu: unknown) => void) => unknown;
      on('file-menu', (menu) =>
        (menu as { addItem(make: (item: unknown) => void): void }).addItem((item) =>
          (item as { setTitle(title: string): void }).setTitle('Of another plugin'),
        ),
      );
    });
    await change(host(), { reviewMode: 'ask-always' });
    await ask('edit_note', append('Claude was here.'));
    await command(host(), 'review');
    await waits(host(), 1);
    const name = pane(host()).getByRole('link', { name: NOTE });
    await name.click({ button: 'middle' });
    await opens(NOTE, 1);
    await command(host(), 'review');
    expect(await menuOf(name)).toEqual(['Open in new tab', 'Of another plugin']);
    await driver.page.locator('.menu-item', { hasText: 'Open in new tab' }).click();
    await opens(NOTE, 2);
    await command(host(), 'review');
    expect(await previewOf(name)).toContain('Compost Log');
    await host().picture('review-preview');
    await driver.page.mouse.move(5, 5);
  });

  it('open what was read likewise; a middle click on the button next to a name does nothing', async () => {
    const { driver } = host();
    await (await assistant('Claude')).call('read_note', { name: 'Home.md' });
    await command(host(), 'activity');
    await readingPane(host()).getByRole('button', { name: 'Reading', exact: true }).click();
    const row = notes(host()).filter({ hasText: 'Home' });
    await vi.waitFor(async () => expect(await row.count()).toBe(1), PATIENT);
    const before = (await tabs()).length;
    await row.getByRole('button', { name: 'Home' }).click({ button: 'middle' });
    await opens('Home.md', before + 1);
    expect(await menuOf(row)).toEqual(['Open Home', 'Open in new tab', 'Keep from assistants', 'Of another plugin']);
    await driver.page.locator('.menu-item', { hasText: 'Open in new tab' }).click();
    await opens('Home.md', before + 2);
    expect(await previewOf(row.getByRole('button', { name: 'Home' }))).toContain('Rooms');
    const rules = (): Promise<string> => readFile(join(driver.vaultPath, '.vaultloomignore'), 'utf8').catch(() => '');
    const rulesBefore = await rules();
    await row.getByLabel('Keep from assistants').click({ button: 'middle' });
    await driver.settle();
    await row.getByLabel('Keep from assistants').click();
    // Had the first click counted, this one would have taken it back.
    await vi.waitFor(async () => expect(await rules()).toBe(`${rulesBefore}/Home.md\n`), PATIENT);
    await leave(host());
  });
});
