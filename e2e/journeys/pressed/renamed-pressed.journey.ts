import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { command, connectClient, notes, pane as activityPane, type ActivityClient } from '../kits/activity-kit.ts';
import { rename } from '../kits/files-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { focused, rows as mapRows, shapes, view as mapView } from '../kits/map-kit.ts';
import { pressOn } from '../kits/press-kit.ts';
import { open as openNote, rows as relatedRows, showsNote } from '../kits/related-kit.ts';
import { searchIn } from '../kits/search-kit.ts';

const READ = 'Garden/Notes.md';

journey('a row whose note is renamed while it is pressed', BY_WORDS_ALONE, (host) => {
  const search = searchIn(host);
  let assistant: ActivityClient;
  const opens = async (path: string): Promise<void> => {
    await host().driver.page.mouse.up();
    await vi.waitFor(
      async () => expect(await host().driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path),
      PATIENT,
    );
    await host().driver.settle();
  };
  const renameAndWait = async (from: string, to: string): Promise<void> => {
    await rename(host(), from, to);
    await host().driver.settle();
  };

  beforeAll(async () => {
    assistant = await connectClient(host());
    await search.untilReady();
  }, 60_000);
  afterAll(() => assistant.client.close());

  it('opens under its new name, in search', async () => {
    await search.open();
    await search.type('rain barrel');
    await search.expectRows('rain barrel');
    const row = search.prompt().locator('.suggestion-item', { hasText: 'Rain Barrel Irrigation' }).first();
    await pressOn(host(), row);
    await renameAndWait('Projects/Rain Barrel Irrigation.md', 'Projects/Barrels.md');
    await opens('Projects/Barrels.md');
    expect(await search.prompt().count()).toBe(0);
  });

  it('opens under its new name, among related notes', async () => {
    await openNote(host(), 'Recipes/Saffron Buns.md');
    await command(host(), 'related');
    await showsNote(host(), 'Recipes/Saffron Buns.md');
    const row = relatedRows(host()).nth(1);
    const path = (await row.getAttribute('data-path')) ?? '';
    await pressOn(host(), row.locator('.vault-loom-related-title'));
    await renameAndWait(path, `${path.slice(0, -3)}, renamed.md`);
    await opens(`${path.slice(0, -3)}, renamed.md`);
  });

  it('opens under its new name, in what an assistant read', async () => {
    await assistant.call('read_note', { name: READ, mode: 'full' });
    await command(host(), 'activity');
    await activityPane(host()).getByRole('button', { name: 'Reading' }).click();
    await host().driver.settle();
    const row = notes(host()).filter({ hasText: 'Notes' }).first();
    await vi.waitFor(async () => expect(await row.count()).toBe(1), PATIENT);
    await pressOn(host(), row.locator('.vault-loom-activity-title bdi'));
    await renameAndWait(READ, 'Garden/Observed.md');
    await opens('Garden/Observed.md');
  });

  it('opens under its new name, in a list of the map', async () => {
    await command(host(), 'map');
    await mapView(host()).getByRole('tab', { name: /^Hubs/u }).click();
    await host().driver.settle();
    const row = mapRows(host(), 1).first();
    await row.waitFor({ timeout: PATIENT.timeout });
    const path = (await row.getAttribute('data-path')) ?? '';
    await pressOn(host(), row.locator('.vault-loom-map-row-title'));
    await renameAndWait(path, `${path.slice(0, -3)}, a hub.md`);
    await opens(`${path.slice(0, -3)}, a hub.md`);
  });

  it('opens under its new name, in the picture of the map', async () => {
    // Wide enough for the picture with a note next to it.
    await host().driver.page.setViewportSize({ width: 2300, height: 900 });
    await command(host(), 'map');
    await mapView(host())
      .getByRole('tab', { name: /^Themes/u })
      .click();
    await host().driver.settle();
    await mapView(host()).locator('g.mod-theme[data-key]').first().click();
    const circle = mapView(host()).locator('g.mod-note[data-key]').first();
    await circle.waitFor({ timeout: PATIENT.timeout });
    const path = (await circle.getAttribute('data-key')) ?? '';
    const count = await shapes(host()).count();
    await pressOn(host(), circle.locator('.vault-loom-map-circle'));
    const renamed = `${path.slice(0, -3)}, a circle.md`;
    await renameAndWait(path, renamed);
    await opens(renamed);
    // On a busy computer the map may be drawn between the two names.
    await vi.waitFor(async () => expect(await shapes(host()).count()).toBe(count), PATIENT);
    await mapView(host()).locator(`g.mod-note[data-key="${renamed}"]`).focus();
    await renameAndWait(renamed, path);
    await vi.waitFor(async () => expect(await focused(host())).toBe(path), PATIENT);
    expect(await host().driver.errors()).toEqual([]);
  });
});
