import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changeSettings } from '../driver/change-settings.ts';
import type { AppDriver } from '../driver/driver.ts';
import { startSandboxDriver } from '../driver/sandbox-driver.ts';
import { BY_WORDS_ALONE, PATIENT } from './kits/hosts.ts';

const FILES = {
  'Garden.md': '# Garden\n\nThe barrel holds a week of water, see [[Tools]] and [[Diary]].\n',
  'Tools.md': '# Tools\n\nA can for the water of the barrel, and a trowel for the [[Garden]].\n',
  'Private/Diary.md': '# Diary\n\nWater from the barrel for the [[Garden]] again.\n',
};

let driver: AppDriver;
beforeAll(async () => {
  driver = await startSandboxDriver({ files: FILES, settings: BY_WORDS_ALONE });
  await driver.evaluate((app) => app.workspace.openLinkText('Garden.md', '', false, { active: true }));
  for (const name of ['related', 'map'])
    await driver.evaluate((app, id) => app.commands.executeCommandById(`vault-loom:${id}`), name);
  await driver.settle();
});
afterAll(() => driver.close());

const view = (name: string): Locator => driver.page.locator(`.workspace-leaf-content[data-type="vault-loom-${name}"]`);
const related = (): Promise<string[]> => view('related').locator('[role="option"]').allInnerTexts();
const onMap = (): Promise<string[]> => view('map').locator('[role="treeitem"][aria-level="1"]').allInnerTexts();
const shows = (notes: readonly string[], inMap = notes): Promise<void> =>
  vi.waitFor(async () => {
    const starting = (names: readonly string[]): unknown[] => names.map((name) => expect.stringContaining(name));
    expect((await related()).sort()).toEqual(starting(notes));
    expect((await onMap()).sort()).toEqual(starting(inMap));
  }, PATIENT);
const ignore = (text: string): Promise<void> => writeFile(join(driver.vaultPath, '.vaultloomignore'), text);

it('leaves a note out of what is open once it is kept from assistants, and shows it again', async () => {
  await shows(['Diary', 'Tools'], ['Diary', 'Garden', 'Tools']);
  await ignore('Private/\n');
  await shows(['Tools'], ['Garden', 'Tools']);
  await rm(join(driver.vaultPath, '.vaultloomignore'));
  await shows(['Diary', 'Tools'], ['Diary', 'Garden', 'Tools']);
}, 60_000);

it('leaves out a folder that is excluded in the settings, and shows it again', async () => {
  await changeSettings(driver, { excludedFolders: ['Private'] });
  await shows(['Tools'], ['Garden', 'Tools']);
  await changeSettings(driver, { excludedFolders: [] });
  await shows(['Diary', 'Tools'], ['Diary', 'Garden', 'Tools']);
}, 60_000);

it('leaves a note out of an open search, and shows it again', async () => {
  const prompt = driver.page.locator('.prompt.vault-loom-search');
  const found = (names: readonly string[]): Promise<void> =>
    vi.waitFor(async () => {
      const titles = await prompt.locator('.suggestion-title').allInnerTexts();
      expect(titles.sort()).toEqual(names);
    }, PATIENT);
  await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
  await prompt.locator('input:focus').waitFor();
  await driver.page.keyboard.type('barrel');
  await found(['Diary', 'Garden', 'Tools']);
  await ignore('Private/\n');
  await found(['Garden', 'Tools']);
  await rm(join(driver.vaultPath, '.vaultloomignore'));
  await found(['Diary', 'Garden', 'Tools']);
  await changeSettings(driver, { excludedFolders: ['Private'] });
  await found(['Garden', 'Tools']);
  await changeSettings(driver, { excludedFolders: [] });
  await found(['Diary', 'Garden', 'Tools']);
  await driver.page.keyboard.press('Escape');
}, 60_000);

it('has no rows of a note that is kept from assistants while it is open, and says why', async () => {
  const state = view('related').locator('[role="status"]');
  await ignore('Garden.md\n');
  await vi.waitFor(async () => expect(await state.innerText()).toContain('.vaultloomignore'), PATIENT);
  expect(await related()).toEqual([]);
  await rm(join(driver.vaultPath, '.vaultloomignore'));
  await shows(['Diary', 'Tools'], ['Diary', 'Garden', 'Tools']);
  expect(await state.innerText()).not.toContain('.vaultloomignore');
  expect(await driver.errors()).toEqual([]);
}, 60_000);

it('keeps excluded folders excluded while the settings are damaged, and says why it asks if it never read them', async () => {
  const file = join(driver.vaultPath, '.obsidian', 'plugins', 'vault-loom', 'data.json');
  await changeSettings(driver, { excludedFolders: ['Private'] });
  await shows(['Tools'], ['Garden', 'Tools']);
  const whole = await readFile(file, 'utf8');
  await writeFile(file, whole.slice(0, whole.length / 2));
  // Each question looks at the rules.
  const found = await driver.evaluate(async (app) => {
    const plugin = app.plugins.plugins['vault-loom'] as unknown as {
      engine(): Promise<{ searchBox(input: object): Promise<{ rows: { path: string }[] }> }>;
    };
    const input = { query: 'barrel', mode: 'words', limit: 20, prefix: true, passages: 1 };
    return (await (await plugin.engine()).searchBox(input)).rows.map(({ path }) => path);
  });
  expect(found.sort()).toEqual(['Garden.md', 'Tools.md']);
  await shows(['Tools'], ['Garden', 'Tools']);
  await driver.restart();
  await driver.evaluate((app) => {
    app.setting.open();
    app.setting.openTabById('vault-loom');
  });
  const asks = driver.page.locator('.setting-item', { hasText: 'Before an assistant writes' }).first();
  await vi.waitFor(async () => expect(await asks.innerText()).toContain('is damaged'), PATIENT);
  const level = asks.getByLabel('Before an assistant writes');
  await vi.waitFor(async () => expect(await level.inputValue()).toBe('ask-always'), PATIENT);
  await asks.evaluate((element) => element.scrollIntoView());
  await driver.page.screenshot({ path: join(tmpdir(), 'vault-loom-damaged-settings.png') });
  await writeFile(file, whole);
  await vi.waitFor(async () => expect(await asks.innerText()).not.toContain('is damaged'), PATIENT);
  await vi.waitFor(async () => expect(await level.inputValue()).toBe('write'), PATIENT);
}, 60_000);
