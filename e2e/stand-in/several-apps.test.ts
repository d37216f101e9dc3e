import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PluginClient } from '../../bridge/switch/contact/plugin-client.ts';
import { createRemoteEngine } from '../../bridge/switch/remote-engine.ts';
import type { Engine } from '../../shared/engine/engine.ts';
import { searchInput } from '../../shared/protocol/schemas/find.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 20_000, interval: 50 };
const PLUGIN = '.obsidian/plugins/vault-loom';
const INDEX = `${PLUGIN}/index`;
const NOTES = 30;

let folder: string;
const hosts: AppHost[] = [];
const clients: PluginClient[] = [];
const tokens = new Set<string>();

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'several-apps-')));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const host of hosts.splice(0)) await host.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

async function newVault(name: string): Promise<string> {
  const vault = join(folder, name);
  await mkdir(join(vault, PLUGIN), { recursive: true });
  await writeFile(join(vault, PLUGIN, 'data.json'), JSON.stringify({ embedder: 'none' }));
  for (let i = 0; i < NOTES; i++)
    await writeFile(join(vault, `Note ${i}.md`), `Common words of number${i}. See [[Note ${(i * 7) % NOTES}]].\n`);
  return vault;
}

/** An app of one machine, or of one of its windows, and what its plugin answers. */
async function openApp(vault: string, machine: string): Promise<{ host: AppHost; engine: Engine }> {
  const host = await startAppHost({ vaultPath: vault, dataDir: join(folder, machine) });
  hosts.push(host);
  const client = new PluginClient({ vault, dataFolder: join(folder, machine) });
  clients.push(client);
  await vi.waitFor(async () => {
    const { discovery, status } = await client.probe();
    // The file may still be that of another window.
    expect(tokens.has(discovery.token)).toBe(false);
    expect(status.engine.state).toBe('ready');
    tokens.add(discovery.token);
  }, PATIENT);
  return { host, engine: createRemoteEngine(client) };
}

async function close(host: AppHost): Promise<void> {
  hosts.splice(hosts.indexOf(host), 1);
  await host.close();
}

const found = async (engine: Engine, query: string): Promise<string[]> =>
  (await engine.search(searchInput.parse({ query, mode: 'fulltext', limit: 100 }))).rows.map(({ path }) => path);
const untilFound = (engine: Engine, query: string, paths: string[]): Promise<void> =>
  vi.waitFor(async () => expect(await found(engine, query)).toEqual(paths), PATIENT);
const untilSaved = (vault: string): Promise<void> =>
  vi.waitFor(async () => expect(await readdir(join(vault, INDEX))).toContain('manifest.json'), PATIENT);
const untilOwned = (engine: Engine): Promise<void> =>
  vi.waitFor(async () => expect(await engine.status()).not.toHaveProperty('hostNote'), PATIENT);

describe('two windows on one vault', () => {
  it('both follow it; one keeps the index, and the other takes it over when that one is killed', async () => {
    const vault = await newVault('vault');
    const first = await openApp(vault, 'machine');
    await untilOwned(first.engine);
    const second = await openApp(vault, 'machine');
    expect((await second.engine.status()).hostNote).toContain('Another process');
    await writeFile(join(vault, 'Note 3.md'), 'Edited elsewhere.\n');
    await untilFound(second.engine, 'elsewhere', ['Note 3.md']);
    await close(first.host);
    await untilOwned(second.engine);
    await writeFile(join(vault, 'Note 4.md'), 'Edited afterwards.\n');
    await untilFound(second.engine, 'afterwards', ['Note 4.md']);
    await second.host.unload();
    await close(second.host);
    const third = await openApp(vault, 'machine');
    expect((await third.engine.status()).lastReindexReasons).toEqual([]);
    expect((await found(third.engine, 'edited')).sort()).toEqual(['Note 3.md', 'Note 4.md']);
    expect(await found(third.engine, 'common')).toHaveLength(NOTES - 2);
  }, 90_000);

  it('the first can be found again once the second is closed', async () => {
    const vault = await newVault('vault');
    await openApp(vault, 'machine');
    const second = await openApp(vault, 'machine');
    await second.host.unload();
    await close(second.host);
    await vi.waitFor(async () => expect((await clients[0]?.probe())?.status.engine.notesTotal).toBe(NOTES), PATIENT);
  }, 90_000);
});

describe('an index that another machine wrote', () => {
  it('is taken up as it is, with what has changed since', async () => {
    const vault = await newVault('here');
    const before = await openApp(vault, 'this machine');
    await untilSaved(vault);
    await before.host.unload();
    await close(before.host);
    const there = join(folder, 'there');
    await cp(vault, there, { recursive: true, preserveTimestamps: true });
    await writeFile(join(there, 'Note 5.md'), 'Changed by the sync.\n');
    const after = await openApp(there, 'another machine');
    expect((await after.engine.status()).lastReindexReasons).toEqual([]);
    expect(await found(after.engine, 'sync')).toEqual(['Note 5.md']);
    expect(await found(after.engine, 'common')).toHaveLength(NOTES - 1);
  }, 90_000);

  it('costs no answer where it is put in place of the own one while the app runs, nor after the next start', async () => {
    const [vault, other] = [await newVault('here'), await newVault('there')];
    await writeFile(join(other, 'Note 6.md'), 'Another text on the other machine.\n');
    const there = await openApp(other, 'another machine');
    await untilSaved(other);
    await there.host.unload();
    await close(there.host);
    const here = await openApp(vault, 'this machine');
    await untilOwned(here.engine);
    await untilSaved(vault);
    await cp(join(other, INDEX), join(vault, INDEX), { recursive: true, force: true });
    await writeFile(join(vault, 'Note 7.md'), 'Edited after the sync.\n');
    await untilFound(here.engine, 'sync', ['Note 7.md']);
    expect(await found(here.engine, 'another text')).toEqual([]);
    expect(await found(here.engine, 'number6')).toEqual(['Note 6.md']);
    await here.host.unload();
    await close(here.host);
    const again = await openApp(vault, 'this machine');
    expect(await found(again.engine, 'another text')).toEqual([]);
    expect(await found(again.engine, 'number6')).toEqual(['Note 6.md']);
    expect(await found(again.engine, 'sync')).toEqual(['Note 7.md']);
    expect(await found(again.engine, 'common')).toHaveLength(NOTES - 1);
    expect(await again.host.windowErrors()).toEqual([]);
  }, 90_000);
});
