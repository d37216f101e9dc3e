import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { AS_INSTALLED, journey, PATIENT, type JourneyHost } from './kits/hosts.ts';

interface Status {
  host: string;
  notesTotal: number;
  reindexInProgress: boolean;
}

const statusOf = ({ driver }: JourneyHost): Promise<Status | null> =>
  driver.evaluate(async (app) => {
    const plugin = app.plugins.plugins['vault-loom'] as unknown as
      | { engine(): Promise<{ status(): Promise<Status> } | null> }
      | undefined;
    return (await (await plugin?.engine())?.status()) ?? null;
  });

journey('enabling the plugin is all', AS_INSTALLED, (host) => {
  it('is enabled and shows its state in the status bar', async () => {
    const { driver } = host();
    expect(await driver.evaluate((app) => app.plugins.enabledPlugins.has('vault-loom'))).toBe(true);
    await driver.page.locator('.status-bar-item.plugin-vault-loom').waitFor();
  });

  it('indexes every note', async () => {
    const notes = await host().driver.evaluate((app) => app.vault.getMarkdownFiles().length);
    expect(notes).toBeGreaterThan(50);
    await vi.waitFor(async () => {
      const status = await statusOf(host());
      expect(status).toMatchObject({ host: 'plugin', reindexInProgress: false });
      // Notes that the vault's .vaultloomignore names are files for the host but not for the index.
      expect(status?.notesTotal).toBeGreaterThan(notes - 10);
    }, PATIENT);
  });

  it('keeps its index and its address in its own folder', async () => {
    const folder = join(host().driver.vaultPath, '.obsidian', 'plugins', 'vault-loom');
    await vi.waitFor(async () => expect((await readdir(join(folder, 'index'))).length).toBeGreaterThan(1), PATIENT);
    await vi.waitFor(() => access(join(folder, 'discovery.json')), PATIENT);
    const discovery = JSON.parse(await readFile(join(folder, 'discovery.json'), 'utf8')) as {
      port: number;
      token: string;
    };
    const answer = await fetch(`http://127.0.0.1:${discovery.port}/status`, {
      headers: { authorization: `Bearer ${discovery.token}` },
    });
    expect(await answer.json()).toMatchObject({ ok: true });
  });

  it('opens its settings tab', async () => {
    const { driver, picture } = host();
    await driver.evaluate((app) => {
      app.setting.open();
      app.setting.openTabById('vault-loom');
    });
    await driver.settle();
    await driver.page.locator('.modal .setting-item-name', { hasText: 'Excluded folders' }).waitFor();
    await picture('settings');
    await driver.page.keyboard.press('Escape');
    await driver.settle();
    expect(await driver.page.locator('.modal').count()).toBe(0);
  });

  it('did all this without an error in the console', async () => {
    expect(await host().driver.errors()).toEqual([]);
  });
});
