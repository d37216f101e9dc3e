import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../shared/engine/engine.ts';
import { listNotesInput, readNoteInput } from '../../shared/protocol/schemas/find.ts';
import { rankNotesInput } from '../../shared/protocol/schemas/graph.ts';
import { reindexInput } from '../../shared/protocol/schemas/maintenance.ts';
import { startAppHost, type AppHost, type AppHostOptions } from './app-host.ts';
import { pluginEngine } from './plugin-engine-test-kit.ts';

const PATIENT = { timeout: 15_000, interval: 50 };

let folder: string;
let vaultPath: string;
let host: AppHost | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-host-'));
  vaultPath = join(folder, 'Garden');
  await put('Soil.md', '# Soil\n\nWorms like [[Compost]] and [[Mulch]]. #garden\n');
  await put('beds/Compost.md', '---\naliases: Heap\n---\nKitchen scraps, turned weekly. See [[Soil]].\n');
  await put('beds/Tomatoes.md', 'Tomatoes follow [[Compost]].\n');
  await put('.obsidian/app.json', '{}');
});

afterEach(async () => {
  await host?.close();
  host = null;
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vaultPath, path)), { recursive: true });
  await writeFile(join(vaultPath, path), text);
}

async function startPlugin(options: Partial<AppHostOptions> = {}): Promise<{ app: AppHost; engine: Engine }> {
  host = await startAppHost({ vaultPath, dataDir: join(folder, 'data'), ...options });
  const engine = pluginEngine(host);
  await engine.whenReady({ timeoutMs: 20_000 });
  return { app: host, engine };
}

const listAll = listNotesInput.parse({ includeStubs: false });
const rankAll = rankNotesInput.parse({ metric: 'both', minIncomingLinks: 0 });

describe('the built plugin in the sandbox app', () => {
  it('indexes the vault and answers about it', async () => {
    const { app, engine } = await startPlugin();
    const { notes } = await engine.listNotes(listAll);
    expect(notes.map((note) => note.path)).toEqual(['Soil.md', 'beds/Compost.md', 'beds/Tomatoes.md']);
    const status = await engine.status();
    expect(status).toMatchObject({ host: 'plugin', notesTotal: 3, reindexInProgress: false });
    expect(await app.windowErrors()).toEqual([]);
  });

  it('runs graph algorithms in a Blob worker, though worker_threads is out of reach', async () => {
    const { app, engine } = await startPlugin();
    const ranks = await engine.rankNotes(rankAll);
    expect(ranks.bridging?.length).toBeGreaterThan(0);
    expect(ranks.influence?.[0]?.path).toBe('beds/Compost.md');
    expect((await app.activity()).workers).toBeGreaterThan(0);
    expect(await app.windowErrors()).toEqual([]);
  });

  it('keeps its index in the plugin folder', async () => {
    await startPlugin();
    const index = join(vaultPath, '.obsidian/plugins/vault-loom/index');
    await vi.waitFor(async () => expect((await readdir(index)).length).toBeGreaterThan(1), PATIENT);
  });

  it('works with a configuration folder of another name', async () => {
    await rm(join(vaultPath, '.obsidian'), { recursive: true });
    const { engine } = await startPlugin({ configDir: '.settings' });
    expect((await engine.listNotes(listAll)).total).toBe(3);
    await vi.waitFor(() => access(join(vaultPath, '.settings/plugins/vault-loom/index')), PATIENT);
  });

  it('follows what the person does in the app, and what others do on the disk', async () => {
    const { app, engine } = await startPlugin();
    const paths = async (): Promise<string[]> => (await engine.listNotes(listAll)).notes.map((note) => note.path);
    await app.ask('writeFile', { path: 'Mulch.md', text: 'Straw keeps the soil moist.' });
    await app.ask('rename', { path: 'beds/Tomatoes.md', newPath: 'beds/Peppers.md' });
    await put('beds/Beans.md', 'Runner beans need poles.');
    await vi.waitFor(
      async () =>
        expect(await paths()).toEqual(['Mulch.md', 'Soil.md', 'beds/Beans.md', 'beds/Compost.md', 'beds/Peppers.md']),
      PATIENT,
    );
    await app.ask('remove', { path: 'beds/Beans.md' });
    await vi.waitFor(async () => expect(await paths()).not.toContain('beds/Beans.md'), PATIENT);
  });

  it('goes on indexing and following while the window is hidden', async () => {
    const { app, engine } = await startPlugin({ hiddenWindow: true });
    await app.ask('writeFile', { path: 'Mulch.md', text: 'Straw keeps the soil moist.' });
    await vi.waitFor(async () => expect((await engine.listNotes(listAll)).total).toBe(4), PATIENT);
    expect(await app.windowErrors()).toEqual([]);
  });

  it('gives typed errors, also through JSON', async () => {
    const { engine } = await startPlugin();
    const missing = engine.readNote(readNoteInput.parse({ name: 'Absent' }));
    await expect(missing).rejects.toMatchObject({ name: 'VaultLoomError', code: 'note_not_found' });
  });

  it('leaves no worker, timer, listener or handle behind when it is unloaded', async () => {
    const { app, engine } = await startPlugin();
    await engine.rankNotes(rankAll);
    const before = await app.activity();
    expect(before.workers).toBeGreaterThan(0);
    expect(before.listeners).toBeGreaterThan(0);
    await app.unload();
    await app.atRest();
    await vi.waitFor(async () => {
      const { resources } = await app.activity();
      expect(resources.filter((name) => /FSEvent|FSReq|TCP|Timeout/.test(name))).toEqual([]);
    }, PATIENT);
    expect(await app.windowErrors()).toEqual([]);
  });

  it('opens its index again after a restart, without reading the notes again', async () => {
    const first = await startPlugin();
    await first.app.unload();
    await first.app.atRest();
    await first.app.close();
    const { engine } = await startPlugin();
    const again = await engine.reindex(reindexInput.parse({}));
    expect(again).toMatchObject({ nodesIndexed: 0, nodesSkipped: 3 });
  });
});

/** A plugin that tells what it finds around it. */
const PROBE = `
const { Plugin } = require('obsidian');
const attempt = (task) => { try { return String(task()); } catch (error) { return error.name; } };
module.exports = class extends Plugin {
  engine() {
    return { look: () => new Promise((resolve) => {
      const url = URL.createObjectURL(new Blob(['self.postMessage([typeof require, typeof process, typeof Buffer])']));
      new Worker(url).onmessage = ({ data }) => resolve({
        dirname: typeof __dirname,
        filename: typeof __filename,
        workerThreads: attempt(() => require('node:worker_threads')),
        stranger: attempt(() => require('express')),
        builtin: typeof require('node:fs').readFile,
        timeout: typeof setTimeout(() => {}, 0),
        unref: attempt(() => setTimeout(() => {}, 0).unref()),
        immediate: typeof setImmediate,
        worker: data,
      });
      URL.revokeObjectURL(url);
    }) };
  }
};`;

describe('the sandbox app', () => {
  it('has the limits of the real one', async () => {
    const pluginPath = join(folder, 'probe');
    await mkdir(pluginPath);
    await writeFile(join(pluginPath, 'main.js'), PROBE);
    await writeFile(
      join(pluginPath, 'manifest.json'),
      JSON.stringify({ id: 'vault-loom', name: 'Probe', version: '1.0.0' }),
    );
    await writeFile(join(pluginPath, 'styles.css'), '');
    host = await startAppHost({ vaultPath, dataDir: join(folder, 'data'), pluginPath });
    expect(await host.ask('engine', { method: 'look', input: {} })).toEqual({
      dirname: 'undefined',
      filename: 'undefined',
      workerThreads: 'Error',
      stranger: 'Error',
      builtin: 'function',
      timeout: 'number',
      unref: 'TypeError',
      immediate: 'undefined',
      worker: ['undefined', 'undefined', 'undefined'],
    });
  });
});
