import { expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { command, keysOf, shapes, view } from './kits/map-kit.ts';

/** What draws the map is loaded when it is first opened. */
journey('the vault map while it loads', BY_WORDS_ALONE, (host) => {
  const closeMaps = async (): Promise<void> => {
    await host().driver.evaluate((app) => {
      for (const leaf of app.workspace.getLeavesOfType('vault-loom-map')) leaf.detach();
    });
    await host().driver.settle();
  };
  const reload = (thenRun: string): Promise<void> =>
    host().driver.evaluate(async (app, code) => {
      await app.plugins.disablePlugin('vault-loom');
      await app.plugins.enablePlugin('vault-loom');
      app.commands.executeCommandById('vault-loom:map');
      if (code === 'close') for (const leaf of app.workspace.getLeavesOfType('vault-loom-map')) leaf.detach();
      if (code === 'again') app.commands.executeCommandById('vault-loom:map');
      if (code === 'disable') await app.plugins.disablePlugin('vault-loom');
    }, thenRun);
  const isDrawn = (): Promise<void> =>
    vi.waitFor(async () => expect(await shapes(host()).count()).toBeGreaterThan(3), PATIENT);

  it('is opened once by a command run twice, and is there again after it was closed at once', async () => {
    await reload('again');
    await isDrawn();
    expect(await view(host()).count()).toBe(1);
    await closeMaps();
    await reload('close');
    await command(host(), 'vault-loom:map');
    await isDrawn();
    expect(await view(host()).count()).toBe(1);
  });

  it('finds what is typed as soon as there is a field', async () => {
    await closeMaps();
    await reload('');
    await view(host()).getByLabel('Find on the map').fill('water');
    await vi.waitFor(
      async () =>
        expect(await view(host()).locator('.vault-loom-map-found').innerText()).toMatch(
          /\d+ notes found in \d+ theme/u,
        ),
      PATIENT,
    );
    expect((await keysOf(view(host()).locator('g[data-key].is-dim'))).length).toBeGreaterThan(0);
  });

  it('is drawn once the plugin that was disabled meanwhile is enabled again', async () => {
    const { driver } = host();
    await closeMaps();
    await reload('disable');
    await driver.settle();
    await driver.evaluate((app) => app.plugins.enablePlugin('vault-loom'));
    await command(host(), 'vault-loom:map');
    await isDrawn();
    expect(await view(host()).count()).toBe(1);
  });

  it('is drawn in a window of its own, and in the main one after that is closed', async () => {
    const { driver } = host();
    await closeMaps();
    await driver.evaluate(async (app) => {
      await app.workspace.openPopoutLeaf().setViewState({ type: 'vault-loom-map', active: true });
    });
    await driver.settle();
    const drawn = (): Promise<[isApart: boolean, circles: number][]> =>
      driver.evaluate((app) =>
        app.workspace.getLeavesOfType('vault-loom-map').map(({ view: { containerEl } }) => {
          const { ownerDocument } = app.workspace.containerEl;
          return [containerEl.ownerDocument !== ownerDocument, containerEl.querySelectorAll('g[data-key]').length];
        }),
      );
    await vi.waitFor(async () => expect(await drawn()).toEqual([[true, expect.any(Number)]]), PATIENT);
    await vi.waitFor(async () => expect((await drawn())[0]?.[1]).toBeGreaterThan(3), PATIENT);
    await command(host(), 'vault-loom:map');
    expect(await view(host()).count()).toBe(0);
    await closeMaps();
    await command(host(), 'vault-loom:map');
    await isDrawn();
    expect(await driver.errors()).toEqual([]);
  });
});
