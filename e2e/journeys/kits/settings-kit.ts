import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENT, type JourneyHost } from './hosts.ts';

export const row = ({ driver }: JourneyHost, name: string): Locator =>
  driver.page.locator('.modal .setting-item', { has: driver.page.getByText(name, { exact: true }) });
export const says = (host: JourneyHost, name: string, words: string | RegExp): Promise<void> =>
  vi.waitFor(
    async () => expect(await row(host, name).locator('.setting-item-description').first().textContent()).toMatch(words),
    PATIENT,
  );
export const open = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.evaluate((app) => {
    app.setting.open();
    app.setting.openTabById('vault-loom');
  });
  await driver.settle();
};
export const close = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.evaluate((app) => app.setting.close());
  await driver.settle();
};
export const clickOn = async ({ driver }: JourneyHost, target: Locator): Promise<void> => {
  await target.click();
  await driver.settle();
};
export const typeInto = async ({ driver }: JourneyHost, field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await driver.settle();
};
export const folderOf = ({ driver }: JourneyHost): string =>
  join(driver.vaultPath, '.obsidian', 'plugins', 'vault-loom');
export const saved = async (host: JourneyHost): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folderOf(host), 'data.json'), 'utf8').catch(() => '{}')) as Record<string, unknown>;
/** The plugin's, which its settings know. */
export const dataFolder = ({ driver }: JourneyHost): Promise<string> =>
  driver.evaluate(
    (app) =>
      (app.plugins.plugins['vault-loom'] as unknown as { companion: { dataFolder: string } }).companion.dataFolder,
  );
export const clipboard = ({ driver }: JourneyHost): Promise<string> =>
  driver.evaluate(() => navigator.clipboard.readText());
export const tab = ({ driver }: JourneyHost, name: string): Locator =>
  driver.page.getByRole('tab', { name, exact: true });
export const statusBar = ({ driver }: JourneyHost): Locator =>
  driver.page.locator('.status-bar-item.plugin-vault-loom');
/** Takes the model's file away, and the copy that the server left for the plugin, and starts the plugin again. */
export const restartWithoutModel = async (host: JourneyHost): Promise<void> => {
  const { driver } = host;
  const model = await driver.evaluate(async (app) =>
    (await app.vault.adapter.list(`${app.vault.configDir}/plugins/vault-loom`)).files.find((file) =>
      file.endsWith('.bin'),
    ),
  );
  await rm(join(driver.vaultPath, model ?? ''));
  await rm(join(await dataFolder(host), 'models'), { recursive: true, force: true });
  await driver.evaluate(async (app) => {
    await app.plugins.disablePlugin('vault-loom');
    await app.plugins.enablePlugin('vault-loom');
  });
};
