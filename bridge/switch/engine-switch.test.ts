import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, EngineHost } from '../../shared/engine/engine.ts';
import { keptOf } from '../../shared/kit/memory/kept-test-kit.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { searchInput, readNoteInput } from '../../shared/protocol/schemas/find.ts';
import { sampleEngine } from '../../shared/tools/test-support/sample-engine.ts';
import { EngineSwitch, type EngineSwitchOptions } from './engine-switch.ts';
import { createLog } from '../process/log.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { PluginLink } from './contact/plugin-link.ts';
import { createRemoteEngine } from './remote-engine.ts';
import {
  installInVault,
  startPluginServer,
  type PluginServer,
  type PluginServerOptions,
} from '../test-support/plugin-server.ts';

const PATIENT = { timeout: 15_000, interval: 10 };
const VERSION = '0.1.7';

let folder: string;
let vault: string;
let lines: string[];
/** What was asked of the own engines, in order. */
let asked: string[];
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-switch-')));
  vault = join(folder, 'Garden');
  await mkdir(vault);
  await installInVault(vault);
  lines = [];
  asked = [];
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

/** An engine whose answers say where they come from. */
function engineNamed(name: string, onCall: (call: string) => void = () => undefined): Engine {
  const sample = sampleEngine({ [`${name}.md`]: { text: `From ${name}.`, links: [] } });
  return {
    ...sample,
    search: async () => {
      onCall('search');
      return sample.search(searchInput.parse({ query: 'from' }));
    },
    refresh: async ({ paths }) => {
      onCall(`refresh ${paths.join(' ')}`);
      return { refreshed: paths.length, stubsCreated: 0, stubsPruned: 0 };
    },
    status: async () => ({ ...(await sample.status()), host: name === 'plugin' ? 'plugin' : 'disk' }),
  };
}

interface Own {
  /** Never gets ready. */
  slow?: boolean;
}

function ownEngine({ slow = false }: Own): EngineHost {
  asked.push('open');
  return {
    ...engineNamed('disk', (call) => asked.push(call)),
    start: async () => undefined,
    whenReady: () => (slow ? new Promise(() => undefined) : Promise.resolve({ ready: true })),
    close: async () => void asked.push('close'),
    onProgress: () => () => undefined,
  };
}

function open(options: Partial<EngineSwitchOptions> & Own & { mostMisses?: number } = {}): {
  engine: EngineSwitch;
  link: PluginLink;
} {
  const log = createLog('debug', (line) => lines.push(line));
  const client = new PluginClient({ vault, dataFolder: join(folder, 'data') });
  const { mostMisses = 1 } = options;
  const link = new PluginLink({ vaultRealPath: vault, client, log, mostMisses });
  const engine = new EngineSwitch({
    link,
    remote: createRemoteEngine(client, () => link.status()),
    createLocal: async () => ownEngine(options),
    recover: async () => undefined,
    version: VERSION,
    log,
    keepLocalMs: 30,
    ...options,
  });
  ends.push(() => engine.close());
  return { engine, link };
}

async function plugin(options: Partial<PluginServerOptions> = {}): Promise<PluginServer> {
  const server = await startPluginServer({
    vault,
    dataDir: join(folder, 'data'),
    engine: engineNamed('plugin'),
    pluginVersion: '0.1.0',
    ...options,
  });
  ends.push(() => server.close().catch(() => undefined));
  return server;
}

/** An app whose loop stands still from `beBusy` to `wake`: it takes requests, and answers them afterwards. */
function busyApp(): {
  answer: NonNullable<PluginServerOptions['answer']>;
  beBusy: () => void;
  wake: () => void;
  looks: () => number;
} {
  let looks = 0;
  let awake: Promise<void> | null = null;
  let wake = (): void => undefined;
  return {
    answer: async (path) => {
      if (awake === null) return undefined;
      if (path === '/status') looks++;
      await awake;
      return undefined;
    },
    beBusy: () => {
      awake = new Promise((resolve) => {
        wake = resolve;
      });
    },
    wake: () => {
      awake = null;
      wake();
    },
    looks: () => looks,
  };
}

const from = async (engine: Engine): Promise<string | undefined> =>
  (await engine.search(searchInput.parse({ query: 'from' }))).rows[0]?.title;
const announcements = (): string[] => lines.filter((line) => line.includes(' now'));

describe('the host', () => {
  it('is the plugin if it is ready when the server starts; the server opens no engine', async () => {
    await plugin();
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('plugin');
    expect(await engine.status()).toMatchObject({ host: 'plugin' });
    expect(await engine.status()).not.toHaveProperty('hostNote');
    expect(asked).toEqual([]);
    expect(announcements()).toEqual(['vault-loom info: The notes app answers now (plugin 0.1.0).\n']);
  });

  it('is the disk if there is no plugin, and index_status says why', async () => {
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
    expect(await engine.status()).toMatchObject({ host: 'disk', hostNote: expect.stringContaining('it is closed') });
  });

  it('changes when the app is opened, without a call, and closes its own engine, whose memory is released', async () => {
    const releaseMemory = vi.fn(async () => void asked.push('release'));
    const { engine } = open({ releaseMemory });
    await engine.start();
    expect(await from(engine)).toBe('disk');
    await plugin();
    await vi.waitFor(() => expect(asked.at(-1)).toBe('release'), PATIENT);
    expect(await from(engine)).toBe('plugin');
    expect(asked).toEqual(['open', 'search', 'close', 'release']);
    await engine.close();
    expect(releaseMemory).toHaveBeenCalledTimes(1);
  });

  it('lets its own engine go while notes are written without a pause', async () => {
    const { engine } = open({ keepLocalMs: 200 });
    await engine.start();
    expect(await from(engine)).toBe('disk');
    await plugin({
      answer: async (path) => (path === '/engine/after-write' ? { body: { settled: true } } : undefined),
    });
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
    await vi.waitFor(
      async () => {
        await engine.afterWrite({ paths: ['Log.md'] });
        expect(asked.at(-1)).toBe('close');
      },
      { timeout: 15_000, interval: 5 },
    );
  });

  it('changes when the app is closed, without a call, one line a change', async () => {
    const server = await plugin();
    const { engine } = open();
    await engine.start();
    await server.close();
    await vi.waitFor(() => expect(asked).toEqual(['open']), PATIENT);
    expect(await from(engine)).toBe('disk');
    await plugin();
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
    expect(announcements().map((line) => line.slice(0, 44))).toEqual([
      'vault-loom info: The notes app answers now (',
      'vault-loom warn: This server answers from it',
      'vault-loom warn: The notes app answers now (',
    ]);
  });

  it('is the disk while the plugin indexes, and the plugin as soon as it is ready', async () => {
    const server = await plugin({ state: 'indexing' });
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
    expect((await engine.status()).hostNote).toContain('is indexing');
    server.state = 'ready';
    server.send({ type: 'ready' });
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
  });

  it('is found without events, by looking', async () => {
    const server = await plugin({ state: 'indexing', capabilities: ['status', 'engine'] });
    const { engine } = open();
    await engine.start();
    server.state = 'ready';
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
    await server.crash();
    expect(await from(engine)).toBe('disk');
  });

  it('is the disk if the versions differ, naming the side to upgrade', async () => {
    await plugin({ pluginVersion: '0.2.0' });
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
    expect((await engine.status()).hostNote).toContain('Upgrade this server.');
  });

  it('is the disk if this server has its own embedder', async () => {
    await plugin();
    const { engine } = open({ ownEmbedder: async () => 'lsa' });
    await engine.start();
    expect(await from(engine)).toBe('disk');
  });
});

describe('a call', () => {
  it('is answered from disk if the app is killed in the middle of it', async () => {
    const server = await plugin({
      answer: async (path) => {
        if (path === '/engine/search') await server.crash();
        return undefined;
      },
    });
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
  });

  it('is answered from disk if the app freezes in the middle of it', async () => {
    const server = await plugin();
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('plugin');
    server.frozen = true;
    expect(await from(engine)).toBe('disk');
    expect((await engine.status()).hostNote).toContain('gave no answer within 500 ms');
    server.frozen = false;
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
  });

  it('waits for an app that is busy for some seconds; no engine is opened, also for index_status', async () => {
    const app = busyApp();
    const server = await plugin({ answer: app.answer });
    const { engine } = open({ mostMisses: 8 });
    await engine.start();
    await vi.waitFor(() => expect(server.listeners).toBe(1), PATIENT);
    expect(await from(engine)).toBe('plugin');
    const known = await engine.status();
    app.beBusy();
    const answers = Promise.all([from(engine), from(engine)]);
    expect(await engine.status()).toEqual({ ...known, hostNote: expect.stringContaining('busy') });
    await vi.waitFor(() => expect(app.looks()).toBeGreaterThan(5), PATIENT);
    app.wake();
    expect(await answers).toEqual(['plugin', 'plugin']);
    expect(asked).toEqual([]);
    expect(announcements()).toHaveLength(1);
  });

  it("goes to an app that is back before the bridge's own index is loaded", async () => {
    const app = busyApp();
    const server = await plugin({ answer: app.answer });
    const { engine } = open({ mostMisses: 2, slow: true });
    await engine.start();
    await vi.waitFor(() => expect(server.listeners).toBe(1), PATIENT);
    expect(await from(engine)).toBe('plugin');
    app.beBusy();
    const answer = from(engine);
    await vi.waitFor(() => expect(asked).toEqual(['open']), PATIENT);
    app.wake();
    expect(await answer).toBe('plugin');
  });

  it('opens an engine if the app stays silent, but never without a call', async () => {
    const app = busyApp();
    const server = await plugin({ answer: app.answer });
    const { engine } = open({ mostMisses: 2 });
    await engine.start();
    await vi.waitFor(() => expect(server.listeners).toBe(1), PATIENT);
    app.beBusy();
    await vi.waitFor(() => expect(announcements()).toHaveLength(2), PATIENT);
    const before = app.looks();
    await vi.waitFor(() => expect(app.looks()).toBeGreaterThan(before + 1), PATIENT);
    expect(asked).toEqual([]);
    expect(announcements()[1]).toContain('gave no answer within 500 ms');
    expect(await from(engine)).toBe('disk');
    app.wake();
    await vi.waitFor(() => expect(asked.at(-1)).toBe('close'), PATIENT);
  });

  it('is answered from disk if the plugin reopens its engine in the middle of it', async () => {
    const server = await plugin({
      answer: async (path) => {
        if (path !== '/engine/search') return undefined;
        server.state = 'starting';
        return new Promise(() => undefined);
      },
    });
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
  });

  it('that is cancelled is given up by the plugin, and asked of nobody else', async () => {
    const cancel = new AbortController();
    const given = vi.fn();
    await plugin({
      answer: async (path) => {
        if (path !== '/engine/search') return undefined;
        cancel.abort(new Error('cancelled'));
        given();
        return new Promise(() => undefined);
      },
    });
    const { engine } = open();
    await engine.start();
    await expect(engine.search(searchInput.parse({ query: 'from' }), cancel.signal)).rejects.toThrow('cancelled');
    expect(given).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
    expect((await engine.status()).host).toBe('plugin');
  });

  it("gets the plugin's error if the query is wrong, and the disk's answer if the plugin is", async () => {
    await plugin({
      answer: async (path) =>
        path === '/engine/search'
          ? { status: 500, body: { error: 'internal', message: 'The engine is closing.' } }
          : undefined,
    });
    const { engine } = open();
    await engine.start();
    await expect(engine.readNote(readNoteInput.parse({ name: 'nobody' }))).rejects.toMatchObject({
      code: 'note_not_found',
    });
    expect(asked).toEqual([]);
    expect(await from(engine)).toBe('disk');
  });

  it("that waits for the bridge's own index goes to the plugin if that is ready first", async () => {
    const server = await plugin({ state: 'indexing' });
    const { engine } = open({ slow: true });
    await engine.start();
    const answer = from(engine);
    await vi.waitFor(() => expect(asked).toEqual(['open']), PATIENT);
    server.state = 'ready';
    server.send({ type: 'ready' });
    expect(await answer).toBe('plugin');
  });

  it('leaves nothing behind: not its answer either, which the plugin might have given', async () => {
    const { engine } = open();
    await engine.start();
    expect(await from(engine)).toBe('disk');
    expect(await keptOf(50, () => engine.search(searchInput.parse({ query: 'from' })))).toBeLessThan(5);
  });

  it('of index_status never waits', async () => {
    const server = await plugin();
    const { engine } = open({ slow: true });
    await engine.start();
    server.frozen = true;
    expect(await engine.status()).toMatchObject({ host: 'disk' });
    await server.crash();
    expect(await engine.status()).toMatchObject({ host: 'disk' });
  });

  it("goes to a plugin that is ready while the bridge's own engine is still being opened", async () => {
    const server = await plugin({ state: 'indexing' });
    let finish: ((engine: EngineHost) => void) | undefined;
    const createLocal = (): Promise<EngineHost> =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const { engine } = open({ createLocal });
    await engine.start();
    const answer = from(engine);
    await vi.waitFor(() => expect(finish).toBeDefined(), PATIENT);
    server.state = 'ready';
    server.send({ type: 'ready' });
    expect(await answer).toBe('plugin');
    finish?.(ownEngine({}));
  });

  it('gets the engine that could not be created the first time', async () => {
    let tries = 0;
    const createLocal = async () => {
      if (tries++ === 0) throw new VaultLoomError('vault_not_found', 'The disk is not plugged in.');
      return ownEngine({});
    };
    const { engine } = open({ createLocal });
    await expect(from(engine)).rejects.toMatchObject({ code: 'vault_not_found' });
    expect(await from(engine)).toBe('disk');
  });

  it('is answered after what killed writers left has been repaired, whichever host answers', async () => {
    const server = await plugin();
    let release = (): void => undefined;
    const recover = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const { engine } = open({ recover });
    await engine.start();
    const answer = from(engine);
    await engine.status();
    expect(server.requests).not.toContain('/engine/search');
    release();
    expect(await answer).toBe('plugin');
  });
});

describe('what a tool writes', () => {
  it('is read again by the plugin that answers after the disk did', async () => {
    const { engine } = open();
    await engine.start();
    await engine.refresh({ paths: ['New.md'] });
    const calls: string[] = [];
    await plugin({ engine: engineNamed('plugin', (call) => calls.push(call)) });
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
    await from(engine);
    expect(calls).toEqual(['refresh New.md', 'search', 'search']);
  });

  it("is read again by the bridge's own engine, which was still open while the plugin answered", async () => {
    const { engine } = open({ keepLocalMs: 60_000 });
    await engine.start();
    expect(await from(engine)).toBe('disk');
    const server = await plugin();
    await vi.waitFor(async () => expect(await from(engine)).toBe('plugin'), PATIENT);
    await engine.refresh({ paths: ['Seen by the app.md'] });
    await server.crash();
    expect(await from(engine)).toBe('disk');
    expect(asked.slice(-2)).toEqual(['refresh Seen by the app.md', 'search']);
    expect(asked.filter((what) => what === 'open')).toHaveLength(1);
  });

  it('is read again by the disk if the plugin is killed before it has read it', async () => {
    const server = await plugin({
      answer: async (path) => {
        if (path === '/engine/refresh') await server.crash();
        return undefined;
      },
    });
    const { engine } = open();
    await engine.start();
    await engine.refresh({ paths: ['Written.md'] });
    expect(asked).toContain('refresh Written.md');
  });

  it('is announced to an app with open editors, whichever engine answers', async () => {
    const server = await plugin({ pluginVersion: '0.2.0', state: 'indexing' });
    const { engine } = open();
    await engine.start();
    await engine.prepareWrite({ paths: ['Open.md'] });
    expect(server.requests).toContain('/engine/prepare-write');
    await server.crash();
    expect(await engine.prepareWrite({ paths: ['Open.md'] })).toEqual({ prepared: true });
  });

  it('is followed by the app taking it in, whichever engine answers, which fails no call', async () => {
    const server = await plugin({
      pluginVersion: '0.2.0',
      state: 'indexing',
      answer: async (path) => (path === '/engine/after-write' ? { body: { settled: true } } : undefined),
    });
    const { engine } = open();
    await engine.start();
    expect(await engine.afterWrite({ paths: ['Open.md'], moved: [{ from: 'Old.md', to: 'Open.md' }] })).toEqual({
      settled: true,
    });
    expect(server.requests).toContain('/engine/after-write');
    await server.crash();
    expect(await engine.afterWrite({ paths: ['Open.md'] })).toEqual({ settled: true });
  });

  it('is not written if the app could not save the editor', async () => {
    await plugin({
      answer: async (path) =>
        path === '/engine/prepare-write'
          ? { status: 500, body: { error: 'internal', message: 'The editor could not be saved.' } }
          : undefined,
    });
    const { engine } = open();
    await engine.start();
    await expect(engine.prepareWrite({ paths: ['Open.md'] })).rejects.toMatchObject({
      message: 'The editor could not be saved.',
    });
  });

  it('goes to the plugin in bodies it accepts', async () => {
    const sizes: number[] = [];
    await plugin({
      answer: async (path, body) => {
        if (path !== '/engine/refresh') return undefined;
        sizes.push(JSON.stringify(body).length);
        return { body: { refreshed: (body as { paths: string[] }).paths.length, stubsCreated: 1, stubsPruned: 0 } };
      },
    });
    const { engine } = open();
    await engine.start();
    const paths = Array.from({ length: 12_000 }, (_, i) => `${'long folder name/'.repeat(10)}${i}.md`);
    expect(await engine.refresh({ paths })).toEqual({ refreshed: 12_000, stubsCreated: sizes.length, stubsPruned: 0 });
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
  });
});
