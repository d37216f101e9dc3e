import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { version } from '../../package.json';
import { PluginClient } from '../../bridge/switch/contact/plugin-client.ts';
import { createRemoteEngine } from '../../bridge/switch/remote-engine.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { startRawClient, type RawClient } from '../../bridge/test-support/raw-client.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { engineSuite } from '../../shared/engine/suite/engine-suite.ts';
import type { ViewPace } from './app/views/view-pace.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 20_000, interval: 50 };

/** The app of the test before, which has ended. */
let left: AppHost | null = null;
afterAll(() => left?.close());

engineSuite("the app's engine over HTTP", async (vaultPath, dataDir) => {
  await settings(vaultPath, { embedder: 'none' });
  const before = left;
  left = null;
  const host = await startAppHost({ vaultPath, dataDir }, before);
  const client = new PluginClient({ vault: await realpath(vaultPath), dataFolder: dataDir });
  await vi.waitFor(async () => expect((await client.probe()).status.engine.state).toBe('ready'), PATIENT);
  return {
    engine: createRemoteEngine(client),
    close: async () => {
      client.close();
      await host.unload();
      await host.atRest(PATIENT.timeout);
      await host.leave();
      left = host;
    },
  };
});

interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { text?: string }[];
}

let bundle: string;
let folder: string;
let vault: string;
let host: AppHost | null = null;
let server: RawClient | null = null;

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bridge-and-plugin-')));
  vault = join(folder, 'Garden');
  await put('Soil.md', '# Soil\n\nWorms like [[Compost]] and [[Mulch]]. #garden\n');
  await put('beds/Compost.md', 'Kitchen scraps, turned weekly. See [[Soil]].\n');
  await put('beds/Tomatoes.md', 'Tomatoes follow [[Compost]].\n');
  await put('.obsidian/app.json', '{}');
  await settings(vault, { embedder: 'none', port: 28_125 });
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await host?.close();
  [server, host] = [null, null];
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

async function settings(vaultPath: string, data: object): Promise<void> {
  const plugin = join(vaultPath, '.obsidian/plugins/vault-loom');
  await mkdir(plugin, { recursive: true });
  await writeFile(join(plugin, 'data.json'), JSON.stringify(data));
}

const openApp = async (viewPace: Partial<ViewPace> = {}): Promise<AppHost> =>
  (host = await startAppHost({ vaultPath: vault, dataDir: join(folder, 'data'), viewPace }));
const closeApp = async (): Promise<void> => {
  await host?.close();
  host = null;
};

async function startServer(env: Record<string, string> = {}): Promise<RawClient> {
  server = startRawClient(bundle, {
    VAULT_PATH: vault,
    VAULT_LOOM_DATA_DIR: join(folder, 'data'),
    VAULT_LOOM_CONFIG_DIR: join(folder, 'config'),
    VAULT_LOOM_EMBEDDER: '',
    ...env,
  });
  await server.initialize();
  return server;
}

let nextId = 1;
async function call<Result = Record<string, unknown>>(
  name: string,
  args: Record<string, unknown> = {},
): Promise<Result> {
  const id = nextId++;
  server?.send({ id, method: 'tools/call', params: { name, arguments: args } });
  const result = (await server?.answer(id))?.result as unknown as ToolResult;
  if (result.isError === true)
    throw Object.assign(
      new Error(result.content[0]?.text),
      (JSON.parse(result.content[0]?.text ?? '{}') as { error: object }).error,
    );
  return result.structuredContent as Result;
}

/** The texts of the vault's notes, by path. */
async function texts(): Promise<Record<string, string>> {
  const paths = (await readdir(vault, { recursive: true })).filter(
    (path) => path.endsWith('.md') && !path.startsWith('.obsidian'),
  );
  return Object.fromEntries(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(vault, path), 'utf8')] as const)),
  );
}

const untilHostIs = (wanted: string) =>
  vi.waitFor(async () => expect((await call('index_status')).host).toBe(wanted), PATIENT);

/** The same questions, whichever host answers. */
async function answers(): Promise<unknown[]> {
  const { modified: _modified, ...note } = (
    await call<{ data: Record<string, unknown> }>('read_note', { name: 'Compost', mode: 'full' })
  ).data;
  return [
    await call('search', { query: 'compost tomatoes' }),
    await call('search', { query: 'worms', unique: 'chunks' }),
    await call('list_notes'),
    note,
    await call('find_connections', { name: 'Soil', depth: 2, includeStubs: true }),
    await call('find_path_between', { from: 'Tomatoes', to: 'Soil' }),
    await call('rank_notes', { minIncomingLinks: 0 }),
  ];
}

describe('a server next to the app', () => {
  it('gives the same answers with the app open and closed', async () => {
    await startServer();
    await call('reindex');
    const fromDisk = await answers();
    expect(await call('index_status')).toMatchObject({ host: 'disk' });
    await openApp();
    await untilHostIs('plugin');
    expect(await answers()).toEqual(fromDisk);
    await closeApp();
    expect(await answers()).toEqual(fromDisk);
    expect(await call('index_status')).toMatchObject({
      host: 'disk',
      hostNote: expect.stringContaining('not reachable'),
    });
  });

  it('finds the same by meaning, whichever host embedded the notes', async () => {
    await settings(vault, { embedder: 'use', port: 28_125 });
    await put(
      'Soil.md',
      '# Soil\n\nWorms turn what falls into black, loose ground, and every bed in the garden lives on what they leave behind. #garden\n',
    );
    await put(
      'beds/Compost.md',
      'Kitchen scraps and leaves from the autumn, turned weekly with a fork until nothing of them can be told apart any more.\n',
    );
    await put(
      'beds/Tomatoes.md',
      'Tomatoes want a south wall, a stake for each plant, and water at the root rather than on the leaf. They follow [[Compost]].\n',
    );
    const embedded = () =>
      vi.waitFor(
        async () =>
          expect(await call('index_status')).toMatchObject({
            notesTotal: 3,
            notesWithEmbeddings: 3,
            embeddingInProgress: false,
          }),
        { timeout: 60_000, interval: 200 },
      );
    const found = async () => [
      await call('search', { query: 'food waste for the ground', mode: 'semantic' }),
      await call('search', { query: 'earthworms in the garden' }),
    ];
    await openApp();
    await startServer();
    await untilHostIs('plugin');
    await embedded();
    const fromApp = await found();
    await closeApp();
    await untilHostIs('disk');
    await embedded();
    expect(await found()).toEqual(fromApp);
    expect(await call('index_status')).toMatchObject({ host: 'disk', lastReindexReasons: [] });
  }, 120_000);

  it('hands the index over to the app, and takes it back, without loss', async () => {
    await startServer();
    await call('edit_note', { name: 'Soil', mode: 'append', content: 'Written before the app came.' });
    const app = await openApp();
    await untilHostIs('plugin');
    await vi.waitFor(async () => expect(await call('index_status')).not.toHaveProperty('hostNote'), PATIENT);
    expect(await call('search', { query: 'before the app came' })).toMatchObject({ data: [{ path: 'Soil.md' }] });
    await call('edit_note', { name: 'Tomatoes', mode: 'append', content: 'Written while it was there.' });
    expect(await call('search', { query: 'while it was there' })).toMatchObject({
      data: [{ path: 'beds/Tomatoes.md' }],
    });
    await app.ask('writeFile', { path: 'Mulch.md', text: 'Straw, by the person in the app.' });
    await vi.waitFor(
      async () => expect(await call('search', { query: 'straw' })).toMatchObject({ data: [{ path: 'Mulch.md' }] }),
      PATIENT,
    );
    await app.unload();
    await untilHostIs('disk');
    expect(await call('search', { query: 'while it was there' })).toMatchObject({
      data: [{ path: 'beds/Tomatoes.md' }],
    });
    expect(await call('read_note', { name: 'Mulch' })).toMatchObject({
      data: { path: 'Mulch.md', incoming: [{ path: 'Soil.md' }] },
    });
    expect(await app.windowErrors()).toEqual([]);
    expect((await readdir(join(vault, '.obsidian/plugins/vault-loom'))).sort()).toEqual([
      'data.json',
      'index',
      'main.js',
      'manifest.json',
      BUILT_IN_MODEL.name,
      'styles.css',
    ]);
  });

  it('tells the open note, and says how to get there where the app is closed', async () => {
    await startServer();
    await expect(call('active_note')).rejects.toMatchObject({ code: 'plugin_unavailable' });
    await openApp();
    await vi.waitFor(async () => expect(await call('active_note')).toEqual({ path: null }), PATIENT);
    await closeApp();
    await expect(call('active_note')).rejects.toMatchObject({
      code: 'plugin_unavailable',
      message: expect.stringContaining('install-plugin'),
    });
  });

  it('loses no call while the app is killed and started', async () => {
    await startServer();
    await call('list_notes');
    let running = true;
    let asked = 0;
    const ask = async (): Promise<void> => {
      while (running) {
        asked++;
        const { data } = await call<{ data: { path: string }[] }>('search', {
          query: 'tomatoes follow',
          mode: 'fulltext',
        });
        expect(data[0]?.path).toBe('beds/Tomatoes.md');
      }
    };
    const startAndKill = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        await openApp();
        await untilHostIs('plugin');
        await closeApp();
        await untilHostIs('disk');
      }
    };
    // Together: a lost call fails the test at once.
    await Promise.all([ask(), startAndKill().finally(() => (running = false))]);
    expect(asked).toBeGreaterThan(20);
    expect(server?.stderr().match(/The notes app answers now/gu)).toHaveLength(3);
  }, 120_000);

  it('writes many notes as one change while the app has one of them open, and takes it back', async () => {
    await put('beds/Beans.md', '\uFEFF---\r\ntags: [garden, x]\r\n---\r\nBeans climb. #garden/climbing\r\n');
    const before = await texts();
    const app = await openApp();
    await startServer();
    await untilHostIs('plugin');
    const pane = await app.openNote({ path: 'Soil.md' });
    expect(await call('rename_tag', { from: 'garden', to: 'Yard' })).toMatchObject({ notes: 2, occurrences: 3 });
    const renamed = {
      ...before,
      'Soil.md': before['Soil.md']?.replace('#garden', '#Yard'),
      'beds/Beans.md': before['beds/Beans.md']?.replaceAll('garden', 'Yard'),
    };
    expect(await texts()).toEqual(renamed);
    expect(await call('list_notes', { tag: 'yard' })).toMatchObject({ total: 2 });
    expect(await call('list_notes', { tag: 'garden' })).toMatchObject({ total: 0 });
    await vi.waitFor(async () => {
      expect((await app.panes()).find((shown) => shown.pane === pane)?.text).toBe(renamed['Soil.md']);
    }, PATIENT);

    await call('edit_note', { directory: 'beds', mode: 'patch_frontmatter', key: 'status', value: 'dug' });
    expect(await call('list_notes', { where: { status: 'dug' } })).toMatchObject({ total: 3 });
    await call('undo_change', { id: 'last' });
    expect(await texts()).toEqual(renamed);
    expect(await call('list_notes', { where: { status: 'dug' } })).toMatchObject({ total: 0 });

    await call('move_note', { source: 'beds', destination: 'plots' });
    expect(await call('find_connections', { name: 'plots/Tomatoes.md' })).toMatchObject({
      data: [{ outgoing: [{ path: 'plots/Compost.md' }] }],
    });
    await call('undo_change', { id: 'last' });
    expect(await texts()).toEqual(renamed);

    await call('undo_change', { id: 'last' });
    expect(await texts()).toEqual(before);
    expect(await call('list_notes', { tag: 'garden' })).toMatchObject({ total: 2 });
    expect(await app.windowErrors()).toEqual([]);
  });

  it('loses no typed word to a bulk write, and no bulk write to the typing', async () => {
    const app = await openApp();
    await startServer();
    await untilHostIs('plugin');
    const pane = await app.openNote({ path: 'Soil.md' });
    await app.ask('startTyping', { panes: [pane], everyMs: 15, seed: 5 });
    const names = ['Soil', 'Compost', 'Tomatoes'];
    const written: string[] = [];
    for (let round = 0; round < 6; round++) {
      const content = `Round ${round}.`;
      const result = await call('edit_note', { names, mode: 'append', content }).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ code: 'file_changed' });
      else written.push(content);
    }
    const { words } = await app.stopTyping();
    await app.ask('save', { pane });
    const after = await texts();
    expect(written.length).toBeGreaterThan(0);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => after['Soil.md']?.includes(word) !== true)).toEqual([]);
    for (const path of ['Soil.md', 'beds/Compost.md', 'beds/Tomatoes.md'])
      expect([path, after[path]?.match(/Round \d\./gu) ?? []]).toEqual([path, written]);
  });

  it('follows a link that was typed a moment ago in another open note, when its target moves', async () => {
    const app = await openApp({ saveAfterMs: 60_000 });
    await startServer();
    await untilHostIs('plugin');
    const pane = await app.openNote({ path: 'Soil.md' });
    await app.ask('type', { pane, text: ' Dug for [[Tomatoes]].' });
    expect((await texts())['Soil.md']).not.toContain('Dug');
    expect(await call('move_note', { source: 'Tomatoes', destination: 'beds/Love apples' })).toMatchObject({
      linksRewritten: { files: 1, occurrences: 1 },
    });
    expect((await texts())['Soil.md']).toContain('Dug for [[Love apples]].');
    await vi.waitFor(async () => {
      expect((await app.panes())[0]?.text).toContain('Dug for [[Love apples]].');
    }, PATIENT);
  });

  it("names the version of the app's side", async () => {
    await openApp();
    const client = new PluginClient({ vault, dataFolder: join(folder, 'data') });
    const { discovery, status } = await vi.waitFor(() => client.probe(), PATIENT);
    client.close();
    expect(discovery.pluginVersion).toBe(version);
    expect(status.capabilities).toEqual(expect.arrayContaining(['status', 'active', 'engine', 'events']));
  });
});
