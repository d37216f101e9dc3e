import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../process/log.ts';
import { PluginClient } from './plugin-client.ts';
import { PluginLink, type PluginState } from './plugin-link.ts';
import {
  installInVault,
  pluginFolder,
  startPluginServer,
  type PluginServer,
  type PluginServerOptions,
} from '../../test-support/plugin-server.ts';

const PATIENT = { timeout: 15_000, interval: 10 };

let folder: string;
let vault: string;
let link: PluginLink;
let seen: string[];
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-link-')));
  vault = join(folder, 'Garden');
  await mkdir(vault);
  seen = [];
  link = new PluginLink({
    vaultRealPath: vault,
    client: new PluginClient({ vault, dataFolder: join(folder, 'data') }),
    log: createLog('error', () => undefined),
  });
  link.onChange((state) => seen.push(nameOf(state)));
});
afterEach(async () => {
  link.close();
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});

function nameOf(state: PluginState | null): string {
  if (state === null) return 'unknown';
  return state.kind === 'absent' ? state.absence.cause : state.status.engine.state;
}

async function app(options: Partial<PluginServerOptions> = {}): Promise<PluginServer> {
  const server = await startPluginServer({ vault, dataDir: join(folder, 'data'), state: 'ready', ...options });
  ends.push(() => server.close().catch(() => undefined));
  return server;
}

const untilSeen = (...names: string[]) => vi.waitFor(() => expect(seen).toEqual(names), PATIENT);

describe('what is known of the plugin', () => {
  it('follows it from a vault that the app has never opened to one that it has closed again', async () => {
    link.start();
    await untilSeen('no_config_dir');
    await mkdir(join(vault, '.obsidian'));
    await untilSeen('no_config_dir', 'not_installed');
    await installInVault(vault);
    const server = await app();
    await vi.waitFor(() => expect(seen.at(-1)).toBe('ready'), PATIENT);
    await server.close();
    await vi.waitFor(() => expect(seen.at(-1)).toBe('app_closed'), PATIENT);
  });

  it('follows a folder that is removed and put back', async () => {
    await installInVault(vault);
    link.start();
    await untilSeen('app_closed');
    await rm(pluginFolder(vault), { recursive: true });
    await untilSeen('app_closed', 'not_installed');
    await app();
    await untilSeen('app_closed', 'not_installed', 'ready');
  });

  it('is reported once per change, no matter how often it is checked', async () => {
    const server = await app();
    link.start();
    await untilSeen('ready');
    for (let i = 0; i < 5; i++) server.send({ type: 'ready' });
    await vi.waitFor(
      () => expect(server.requests.filter((path) => path === '/status').length).toBeGreaterThan(1),
      PATIENT,
    );
    expect(seen).toEqual(['ready']);
  });

  it('includes a crash immediately, because the stream ends', async () => {
    const server = await app();
    link.start();
    await untilSeen('ready');
    await vi.waitFor(() => expect(server.listeners).toBe(1), PATIENT);
    await server.crash();
    await untilSeen('ready', 'refused');
  });

  it('waits for an app that is busy for a moment, but not for one that hangs', async () => {
    const server = await app({ capabilities: ['status', 'engine'] });
    await link.current();
    let misses = 0;
    server.onRequest = () => (++misses === 1 ? 'no answer' : 'answer');
    await vi.waitFor(() => expect(misses).toBeGreaterThan(2), PATIENT);
    expect(seen).toEqual(['ready']);
    server.frozen = true;
    await untilSeen('ready', 'no_answer');
  });

  it('costs no request while the stream is open', async () => {
    const server = await app();
    link.start();
    await untilSeen('ready');
    await vi.waitFor(() => expect(server.listeners).toBe(1), PATIENT);
    const before = server.requests.length;
    for (let i = 0; i < 100; i++) expect(nameOf(await link.current())).toBe('ready');
    // One of its own checks may happen during the loop.
    expect(server.requests.length - before).toBeLessThan(3);
  });

  it('is checked again for a call if nothing would have reported a change', async () => {
    await installInVault(vault);
    expect(nameOf(await link.current())).toBe('app_closed');
    const server = await app({ capabilities: ['status', 'engine'] });
    await vi.waitFor(async () => expect(nameOf(await link.current())).toBe('ready'), PATIENT);
    await server.close();
    await vi.waitFor(async () => expect(nameOf(await link.current())).toBe('app_closed'), PATIENT);
  });
});
