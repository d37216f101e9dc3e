import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENT, type JourneyHost } from './hosts.ts';

interface MapEngine {
  refresh(input: { paths: string[] }): Promise<unknown>;
  map(): Promise<{ stale?: true; circles?: { id: string; x: number; y: number }[] }>;
}

const TYPE = 'vault-loom-map';
export const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';
export const NOTE = 'Projects/Rain Barrel Irrigation.md';

export const view = ({ driver }: JourneyHost): Locator =>
  driver.page.locator(`.workspace-leaf-content[data-type="${TYPE}"]`);
export const shapes = (host: JourneyHost): Locator => view(host).locator('g[data-key]');
export const shape = (host: JourneyHost, key: string): Locator =>
  view(host).locator(`g[data-key=${JSON.stringify(key)}]`);
export const rows = (host: JourneyHost, level: number): Locator =>
  view(host).locator(`[role="treeitem"][aria-level="${level}"]`);
const path = (host: JourneyHost): Locator => view(host).getByRole('navigation', { name: 'Where you are' });
export const here = async (host: JourneyHost): Promise<string> => path(host).locator('[aria-current]').innerText();

export const keysOf = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) => all.map((element) => element.getAttribute('data-key') ?? ''));
export const command = async ({ driver }: JourneyHost, id: string): Promise<void> => {
  expect(await driver.evaluate((app, name) => app.commands.executeCommandById(name), id)).toBe(true);
  await driver.settle();
};
export const isAt = (host: JourneyHost, label: string): Promise<void> =>
  vi.waitFor(async () => expect(await here(host)).toBe(label), PATIENT);
export const focused = ({ driver }: JourneyHost): Promise<string | null | undefined> =>
  driver.page.evaluate(() => document.activeElement?.getAttribute('data-key'));
export const press = async (host: JourneyHost, key: string): Promise<string | null | undefined> => {
  await host.driver.page.keyboard.press(key);
  await host.driver.settle();
  return focused(host);
};
/** What is open, and in how many panes. */
export const opened = ({ driver }: JourneyHost): Promise<{ active: string | undefined; panes: number }> =>
  driver.evaluate((app) => ({
    active: app.workspace.getActiveFile()?.path,
    panes: app.workspace.getLeavesOfType('markdown').length,
  }));
/** The list shows the level that the picture shows, in the same order. */
export const listEqualsPicture = (host: JourneyHost, level: number): Promise<void> =>
  vi.waitFor(async () => {
    const listed = (await keysOf(rows(host, level))).map((key) => key.slice(key.lastIndexOf('\n') + 1));
    expect(listed.length).toBeGreaterThan(1);
    expect(listed).toEqual(await keysOf(shapes(host)));
  }, PATIENT);
/** The picture shows the themes as the engine now has them, with all changes of {@link NOTE} taken in. */
export const isUpToDate = (host: JourneyHost): Promise<void> =>
  vi.waitFor(async () => {
    const circles = await host.driver.evaluate(async (app, note) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as { engine(): Promise<MapEngine> };
      const engine = await plugin.engine();
      await engine.refresh({ paths: [note] });
      const map = await engine.map();
      return map.stale === true ? null : (map.circles ?? []).map(({ id, x, y }) => [id, x.toFixed(2), y.toFixed(2)]);
    }, NOTE);
    const drawn = await shapes(host).evaluateAll((all) =>
      all.map((shape) => [
        shape.getAttribute('data-key'),
        ...((shape.getAttribute('transform') ?? '').match(/-?[\d.]+/g) ?? []),
      ]),
    );
    expect(drawn.sort()).toEqual(circles?.sort());
  }, PATIENT);
/** Opens a note, and the map next to it; what it shows is awaited by the caller. */
export const openMap = async (host: JourneyHost): Promise<void> => {
  const { driver } = host;
  // Wide enough for the picture with a note next to it.
  await driver.page.setViewportSize({ width: 1720, height: 900 });
  await driver.evaluate(async (app, note) => {
    await app.workspace.openLinkText(note, '', false, { active: true });
  }, NOTE);
  await command(host, 'vault-loom:map');
};
