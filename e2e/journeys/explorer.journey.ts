import { expect, it } from 'vitest';
import { BY_WORDS_ALONE, journey } from './kits/hosts.ts';

const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';

journey('a person finds notes and commands', BY_WORDS_ALONE, (host) => {
  it('sees the folders, opens one, and a note in it', async () => {
    const { driver, picture } = host();
    const { page } = driver;
    await page.locator('.nav-files-container [data-path="Recipes"]').click();
    await driver.settle();
    await page.locator('.nav-files-container [data-path="Recipes/Saffron Buns.md"]').click();
    await page.locator('.workspace-leaf.mod-active .cm-content').waitFor();
    await driver.settle();
    expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe('Recipes/Saffron Buns.md');
    expect(await page.locator('.nav-file-title.is-active').getAttribute('data-path')).toBe('Recipes/Saffron Buns.md');
    await picture('explorer');
  });

  it('shows a preview of a note under the pointer', async () => {
    const { driver } = host();
    const { page } = driver;
    await page.keyboard.down(MOD);
    await page.locator('.nav-files-container [data-path="Home.md"]').hover();
    await page.locator('.hover-popover .markdown-rendered h1').first().waitFor();
    await page.keyboard.up(MOD);
    await page.mouse.move(640, 700);
    await page.locator('.hover-popover').waitFor({ state: 'detached' });
    await driver.settle();
    expect(await driver.errors()).toEqual([]);
  });

  it('runs a command by its name', async () => {
    const { driver, picture } = host();
    const { page } = driver;
    await page.keyboard.press(`${MOD}+p`);
    await driver.settle();
    await page.keyboard.type('toggle reading');
    await driver.settle();
    await picture('palette');
    await page.keyboard.press('Enter');
    await page.locator('.workspace-leaf.mod-active .markdown-reading-view h1', { hasText: 'Saffron Buns' }).waitFor();
    await driver.settle();
    expect(await page.locator('.prompt').count()).toBe(0);
    expect(await driver.errors()).toEqual([]);
  });
});
