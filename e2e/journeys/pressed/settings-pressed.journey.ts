import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../driver/free-port.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { pressOn } from '../kits/press-kit.ts';
import { folderOf, open, row, saved } from '../kits/settings-kit.ts';

// Nothing answers there.
process.env.VAULT_LOOM_OLLAMA_URL = `http://127.0.0.1:${await freePort()}`;

const CLIENTS = ['Aider', 'Claude', 'Codex', 'Cursor', 'Gemini', 'Zed'];

journey('settings, pressed while a sync changes them', BY_WORDS_ALONE, (host) => {
  const arrives = async (changes: object): Promise<void> =>
    writeFile(join(folderOf(host()), 'data.json'), JSON.stringify({ ...(await saved(host())), ...changes }));
  /** The settings that hold, whatever is shown. */
  const holds = (name: string, value: unknown): Promise<void> =>
    vi.waitFor(
      async () =>
        expect(
          await host().driver.evaluate((app, key) => {
            const { settingsStore } = app.plugins.plugins['vault-loom'] as unknown as {
              settingsStore: { current: Record<string, unknown> };
            };
            return settingsStore.current[key];
          }, name),
        ).toEqual(value),
      PATIENT,
    );

  it('do what is pressed, though rows come above it, and show them after', async () => {
    const { driver } = host();
    // All of it is in view: where nothing is scrolled, a browser does not keep what is seen in place.
    await driver.page.setViewportSize({ width: 1280, height: 2400 });
    await open(host());
    const log = row(host(), 'Reading log').locator('.checkbox-container');
    const local = row(host(), 'Model of the local server');
    expect(await local.isVisible()).toBe(false);
    const before = await log.boundingBox();
    await pressOn(host(), log);
    await arrives({
      embedder: 'ollama:toy',
      reviewClients: CLIENTS.map((client) => ({ client, mode: 'read-only' })),
    });
    await holds('embedder', 'ollama:toy');
    await driver.settle();
    expect((await log.boundingBox())?.y).toBe(before?.y);
    await driver.page.mouse.up();
    await driver.settle();
    await holds('keepsReadingLog', false);
    await vi.waitFor(async () => expect(await local.isVisible()).toBe(true), PATIENT);
    await driver.page.getByLabel('Before Zed writes').waitFor();
  });

  it('go on showing what changes after a list of choices was opened', async () => {
    const { driver } = host();
    await row(host(), 'Before an assistant writes').locator('select').dispatchEvent('mousedown');
    await arrives({ embedder: 'none' });
    await vi.waitFor(
      async () => expect(await row(host(), 'Model of the local server').isVisible()).toBe(false),
      PATIENT,
    );
    expect(await driver.errors()).toEqual([]);
  });
});
