import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENT, type JourneyHost } from './hosts.ts';

export const TYPE = 'vault-loom-related';
export const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';
export const NOTE = 'Projects/Rain Barrel Irrigation.md';
export const OTHER = 'Recipes/Saffron Buns.md';

export const pane = ({ driver }: JourneyHost): Locator =>
  driver.page.locator(`.workspace-leaf-content[data-type="${TYPE}"]`);
export const rows = (host: JourneyHost): Locator => pane(host).locator('[role="option"]');
export const head = (host: JourneyHost): Locator => pane(host).locator('.vault-loom-related-head');

export const open = async ({ driver }: JourneyHost, path: string): Promise<void> => {
  await driver.evaluate(async (app, to) => {
    await app.workspace.openLinkText(to, '', false, { active: true, state: { mode: 'source' } });
  }, path);
  await driver.settle();
};
export const pathsOf = (host: JourneyHost): Promise<(string | null)[]> =>
  rows(host).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-path')));
export const showsNote = (host: JourneyHost, path: string): Promise<void> =>
  vi.waitFor(async () => {
    expect(await head(host).getAttribute('data-path')).toBe(path);
    // A selection in the note has the same path, and other rows.
    expect(await head(host).getByLabel('Back to the whole note').isVisible()).toBe(false);
    expect(await rows(host).count()).toBeGreaterThan(2);
  }, PATIENT);
export const command = async ({ driver }: JourneyHost, id: string): Promise<void> => {
  expect(await driver.evaluate((app, name) => app.commands.executeCommandById(`vault-loom:${name}`), id)).toBe(true);
  await driver.settle();
};
export const saved = (host: JourneyHost, file: string): Promise<string> =>
  readFile(join(host.driver.vaultPath, '.obsidian', file), 'utf8').catch(() => '');
