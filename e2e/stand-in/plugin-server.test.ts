import { access, cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { App, MarkdownView, Plugin, TFile, WorkspaceLeaf } from 'obsidian';
import { discovery as discoverySchema, type Discovery } from '../../shared/protocol/discovery.ts';
import { pluginStatus, type PluginEvent } from '../../shared/protocol/http.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import { evaluatedCode } from '../driver/driver.ts';
import { startSandboxProcess, type SandboxProcess } from '../driver/sandbox-process.ts';
import { freePort } from '../driver/free-port.ts';

const BUILT_PLUGIN = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'plugin');
const PATIENT = { timeout: 20_000, interval: 25 };
const ROUNDS = Number(process.env['VAULT_LOOM_ROUNDS'] ?? 20);

type HostApp = App & {
  listenerCount: number;
  plugins: {
    plugins: Record<string, Plugin & { settingsStore: { change(changes: object): Promise<void> } }>;
    enablePlugin(id: string): Promise<unknown>;
    disablePlugin(id: string): Promise<unknown>;
  };
  setting: { open(): void; openTabById(id: string): unknown; close(): void };
};

let folder: string;
let vaultPath: string;
let pluginFolder: string;
let sandbox: SandboxProcess;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'plugin-server-')));
  vaultPath = join(folder, 'Garden');
  pluginFolder = join(vaultPath, '.obsidian', 'plugins', 'vault-loom');
  await cp(BUILT_PLUGIN, pluginFolder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  await put('.obsidian/community-plugins.json', '["vault-loom"]');
  await put('.obsidian/plugins/vault-loom/data.json', JSON.stringify({ port: await freePort(), embedder: 'none' }));
  await put('.obsidian/plugins/vault-loom/discovery.json', '{"port": 1, "token": "of a crashed run"}');
  await put('.vaultloomignore', 'private/\n');
  await put('Soil.md', '---\ntitle: Good soil\n---\nWorms like [[Compost]].\nSo do beans.\n');
  await put('Compost.md', 'Kitchen scraps.\n');
  await put('private/Diary.md', 'Nobody reads this.\n');
  await put('Board.canvas', '{"nodes": [], "edges": []}');
  sandbox = await startSandboxProcess({ vaultPath, dataDir: join(folder, 'data') });
}, 120_000);

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vaultPath, path)), { recursive: true });
  await writeFile(join(vaultPath, path), text);
}

/** Runs in the app's window; sees only its own arguments. */
async function inApp<T, A>(code: (app: HostApp, arg: A) => T | Promise<T>, arg?: A): Promise<T> {
  return (await sandbox.ask('evaluate', {
    code: evaluatedCode(code as (...input: never[]) => unknown),
    arg: arg ?? null,
  })) as T;
}

async function found(): Promise<Discovery> {
  return discoverySchema.parse(JSON.parse(await readFile(join(pluginFolder, 'discovery.json'), 'utf8')));
}

/** The plugin as a client finds it, once it is there. */
const discovered = (): Promise<Discovery> => vi.waitFor(found, PATIENT);

/** The server may listen before the engine is opened, which then cannot be asked to wait. */
const whenReady = (): Promise<void> =>
  vi.waitFor(
    async () => expect((await ask('/engine/when-ready', { timeoutMs: 20_000 })).json).toEqual({ ready: true }),
    PATIENT,
  );

async function ask(
  path: string,
  body?: unknown,
  { token, port }: Partial<Discovery> = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const at = await discovered();
  const answer = await fetch(`http://127.0.0.1:${port ?? at.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token ?? at.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

async function openNote(path: string): Promise<void> {
  await inApp(async (app, name) => {
    await app.workspace.getLeaf(false).openFile(app.vault.getAbstractFileByPath(name) as TFile);
  }, path);
}

async function isRefused(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/status`).then(
    () => false,
    () => true,
  );
}

describe('the server of the built plugin', () => {
  it('is found by its file, which replaced that of a crashed run', async () => {
    await vi.waitFor(async () => expect((await ask('/status')).status).toBe(200), PATIENT);
    const { dataDir, capabilities } = await discovered();
    expect(dataDir?.startsWith(join(folder, 'data'))).toBe(true);
    expect(capabilities).toEqual(['status', 'active', 'dql', 'base', 'engine', 'events', 'review']);
    if (process.platform !== 'win32')
      expect((await stat(join(pluginFolder, 'discovery.json'))).mode & 0o777).toBe(0o600);
  });

  it('tells its status, and answers for the engine once that is ready', async () => {
    await whenReady();
    await vi.waitFor(
      async () =>
        expect(pluginStatus.parse((await ask('/status')).json).engine).toMatchObject({ state: 'ready', notesTotal: 2 }),
      PATIENT,
    );
    expect((await ask('/engine/search', { query: 'worms' })).json).toMatchObject({ rows: [{ path: 'Soil.md' }] });
    expect(await ask('/engine/read-note', { name: 'Absent' })).toMatchObject({
      status: 400,
      json: { error: 'note_not_found' },
    });
  });

  it('refuses strangers, and survives what they send', async () => {
    const { port } = await discovered();
    expect((await ask('/status', undefined, { token: '0'.repeat(64) })).status).toBe(401);
    const origin = await fetch(`http://127.0.0.1:${port}/status`, { headers: { origin: 'https://evil.example' } });
    expect(origin.status).toBe(403);
    expect((await ask('/engine/status', { x: 'y'.repeat(1024 * 1024) })).status).toBe(413);
    const turns = new Turns(32);
    const many = await Promise.all(
      Array.from({ length: 500 }, (_, index) => turns.run(() => ask(index % 2 === 0 ? '/status' : '/nowhere'))),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(250);
    expect(many.filter(({ status }) => status === 404)).toHaveLength(250);
  });

  it('tells listeners of changed notes, but not of those that are hidden', async () => {
    const { port, token } = await discovered();
    const heard: PluginEvent[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/events`, { headers: { authorization: `Bearer ${token}` } });
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as PluginEvent));
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'ready' }]), PATIENT);
    await put('private/Diary.md', 'Still nobody.\n');
    await put('Beans.md', 'Runner beans need poles.\n');
    await vi.waitFor(() => expect(heard).toContainEqual({ type: 'notes-changed', paths: ['Beans.md'] }), PATIENT);
    await openNote('Beans.md');
    await vi.waitFor(() => expect(heard).toContainEqual({ type: 'active-changed', path: 'Beans.md' }), PATIENT);
    expect(JSON.stringify(heard)).not.toContain('Diary');
    socket.terminate();
  });
});

describe('the active note', () => {
  it('has the place and the selection of its editor', async () => {
    await openNote('Soil.md');
    await inApp((app) => {
      const { editor } = app.workspace.getMostRecentLeaf()?.view as MarkdownView;
      editor.setSelection({ line: 4, ch: 2 }, { line: 3, ch: 6 });
    });
    expect((await ask('/active')).json).toEqual({
      path: 'Soil.md',
      title: 'Good soil',
      cursor: { line: 4, ch: 6 },
      selection: { from: { line: 4, ch: 6 }, to: { line: 5, ch: 2 }, text: 'like [[Compost]].\nSo' },
      mode: 'source',
    });
  });

  it('is the one in reading view, and the one in a window of its own', async () => {
    await inApp(async (app) => {
      const leaf = app.workspace.getMostRecentLeaf() as WorkspaceLeaf;
      await leaf.setViewState({ type: 'markdown', state: { file: 'Soil.md', mode: 'preview' } });
    });
    expect((await ask('/active')).json).toMatchObject({ path: 'Soil.md', mode: 'preview', selection: null });
    await inApp(async (app) => {
      const leaf = app.workspace.getLeaf('window');
      await leaf.openFile(app.vault.getAbstractFileByPath('Compost.md') as TFile);
      app.workspace.setActiveLeaf(leaf, { focus: true });
    });
    expect((await ask('/active')).json).toMatchObject({ path: 'Compost.md', mode: 'source' });
    await inApp((app) => app.workspace.getMostRecentLeaf()?.detach());
  });

  it('is none for a note that no result may show, and where none is open', async () => {
    await openNote('private/Diary.md');
    expect((await ask('/active')).json).toEqual({ path: null });
    await inApp((app) => app.workspace.iterateAllLeaves((leaf) => leaf.detach()));
    expect((await ask('/active')).json).toEqual({ path: null });
  });
});

describe('an open editor with unsaved text', () => {
  it('is saved before others write, and only then', async () => {
    await openNote('Compost.md');
    await inApp((app) => {
      const { editor } = app.workspace.getMostRecentLeaf()?.view as MarkdownView;
      editor.setValue('Kitchen scraps, turned weekly.\n');
    });
    await ask('/engine/prepare-write', { paths: ['Soil.md'] });
    expect((await ask('/engine/prepare-write', { paths: ['Compost.md'] })).json).toEqual({ prepared: true });
    expect(await readFile(join(vaultPath, 'Compost.md'), 'utf8')).toBe('Kitchen scraps, turned weekly.\n');
  });
});

describe('the settings tab', () => {
  const rows = (): Promise<Record<string, string>> =>
    inApp(() => {
      const items = [...document.querySelectorAll('.modal .setting-item')];
      const text = (item: Element, part: string): string =>
        item.querySelector(`.setting-item-${part}`)?.textContent ?? '';
      return Object.fromEntries(items.map((item) => [text(item, 'name'), text(item, 'description')]));
    });

  it('shows the state of things, and follows it while it is open, without the token', async () => {
    const { port, token } = await discovered();
    await inApp((app) => {
      app.setting.open();
      app.setting.openTabById('vault-loom');
    });
    await vi.waitFor(
      async () =>
        expect(await rows()).toMatchObject({
          Notes: expect.stringContaining('3 notes'),
          Server: expect.stringContaining(`port ${port}`),
        }),
      PATIENT,
    );
    await put('Peas.md', 'Peas climb.\n');
    await vi.waitFor(async () => expect((await rows())['Notes']).toContain('4 notes'), PATIENT);
    expect(await inApp(() => document.body.innerHTML)).not.toContain(token);
  });

  it('binds another port at once, and refuses nonsense', async () => {
    const before = await discovered();
    const type = (value: string): Promise<void> =>
      inApp((_app, text) => {
        const input = document.querySelector('.modal input[type="number"]') as HTMLInputElement;
        input.value = text;
        input.dispatchEvent(new Event('change'));
      }, value);
    await type('80');
    await vi.waitFor(async () => expect((await rows())['Port']).toContain('1024'), PATIENT);
    const wanted = await freePort();
    await type(String(wanted));
    await vi.waitFor(async () => expect((await found()).port).toBe(wanted), PATIENT);
    expect((await ask('/status')).status).toBe(200);
    await vi.waitFor(async () => expect(await isRefused(before.port)).toBe(true), PATIENT);
    await vi.waitFor(async () => expect((await rows())['Server']).toContain(`port ${wanted}`), PATIENT);
    await inApp((app) => app.setting.close());
  });

  it('is followed when the settings file changes from outside', async () => {
    const port = await freePort();
    const saved = JSON.parse(await readFile(join(pluginFolder, 'data.json'), 'utf8')) as object;
    await put(
      '.obsidian/plugins/vault-loom/data.json',
      JSON.stringify({ ...saved, port, excludedFolders: ['private'] }),
    );
    await inApp((app) => {
      app.plugins.plugins['vault-loom']?.onExternalSettingsChange?.();
    });
    await vi.waitFor(async () => expect((await found()).port).toBe(port), PATIENT);
  });
});

describe('disabling and enabling', () => {
  it('takes down everything at once, with connections open', async () => {
    const { port, token } = await discovered();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/events`, { headers: { authorization: `Bearer ${token}` } });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    await inApp((app) => app.plugins.disablePlugin('vault-loom'));
    await expect(access(join(pluginFolder, 'discovery.json'))).rejects.toThrow();
    expect(await isRefused(port)).toBe(true);
    await closed;
    await inApp((app) => app.plugins.enablePlugin('vault-loom'));
    const again = await discovered();
    expect(again.port).toBe(port);
    expect(again.token).not.toBe(token);
    expect((await ask('/status', undefined, { token })).status).toBe(401);
  });

  it(`leaves nothing behind, ${ROUNDS} times over, in whatever state it was`, async () => {
    const counts = (): Promise<{ listeners: number; sockets: number; statusBars: number }> =>
      inApp((app) => ({
        listeners: app.listenerCount,
        sockets: process.getActiveResourcesInfo().filter((name) => /^TCPServer/.test(name)).length,
        statusBars: document.querySelectorAll('.status-bar-item.plugin-vault-loom').length,
      }));
    const off = (): Promise<unknown> => inApp((app) => app.plugins.disablePlugin('vault-loom'));
    const on = (): Promise<unknown> => inApp((app) => app.plugins.enablePlugin('vault-loom'));

    const { port } = await discovered();
    await off();
    await vi.waitFor(async () => expect(await isRefused(port)).toBe(true), PATIENT);
    const without = await vi.waitFor(async () => {
      const [first, second] = [await counts(), await counts()];
      expect(second).toEqual(first);
      expect(first.statusBars).toBe(0);
      return second;
    }, PATIENT);
    for (let round = 0; round < ROUNDS; round++) {
      await on();
      // In a third of the rounds it is still starting, in another still indexing when it is disabled.
      if (round % 3 > 0) expect((await discovered()).port).toBe(port);
      if (round % 3 === 2) await whenReady();
      await off();
    }
    await vi.waitFor(async () => expect(await counts()).toEqual(without), PATIENT);
    expect((await readdir(pluginFolder)).filter((name) => name.includes('discovery') || name.endsWith('.tmp'))).toEqual(
      [],
    );
    await on();
    expect((await discovered()).port).toBe(port);
  }, 300_000);

  it('did all that without an error in the console', async () => {
    expect(await sandbox.ask('errors', {})).toEqual([]);
  });
});
