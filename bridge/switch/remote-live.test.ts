import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INSTALL_INSTRUCTIONS } from '../../shared/protocol/errors.ts';
import { pluginStatus } from '../../shared/protocol/http.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import { createLog } from '../process/log.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { PluginLink } from './contact/plugin-link.ts';
import { createRemoteLive } from './remote-live.ts';
import {
  installInVault,
  startPluginServer,
  writeDiscovery,
  type PluginServer,
  type PluginServerOptions,
} from '../test-support/plugin-server.ts';

const TABLE = { kind: 'table', headers: ['File', 'due'], rows: [['a.md', '2026-01-01T00:00:00.000Z']] } as const;
const ROWS = {
  view: 'Open',
  rows: [{ file: { name: 'a', path: 'a.md' }, due: null }],
  total: 1,
  executedAt: '2026-01-01T00:00:00Z',
};
const ACTIVE = { path: 'a.md', title: 'a', cursor: { line: 1, ch: 0 }, selection: null, mode: 'source' } as const;

let folder: string;
let vault: string;
let client: PluginClient;
let link: PluginLink;
let live: LiveApp;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-live-')));
  vault = join(folder, 'Garden');
  await mkdir(vault);
  client = new PluginClient({ vault, dataFolder: join(folder, 'data') });
  link = new PluginLink({ vaultRealPath: vault, client, log: createLog('error', () => undefined) });
  live = createRemoteLive(link, client);
});
afterEach(async () => {
  link.close();
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});

async function app(options: Partial<PluginServerOptions> = {}): Promise<PluginServer> {
  const answers: Record<string, unknown> = { '/active': ACTIVE, '/dql': TABLE, '/base': ROWS };
  const answer = async (path: string) => (path in answers ? { body: answers[path] } : undefined);
  const server = await startPluginServer({ vault, dataDir: join(folder, 'data'), answer, ...options });
  ends.push(() => server.close().catch(() => undefined));
  return server;
}

const wait = (timeoutMs = 10_000) => ({ timeoutMs, signal: new AbortController().signal });

describe('the running app', () => {
  it('tells the open note and runs queries, regardless of its version and the progress of its index', async () => {
    const bodies: unknown[] = [];
    const server = await app({
      pluginVersion: '0.9.0',
      state: 'failed',
      answer: async (path, body) => {
        if (path === '/dql' || path === '/base') bodies.push(body);
        return path === '/status' ? undefined : { body: { '/active': ACTIVE, '/dql': TABLE, '/base': ROWS }[path] };
      },
    });
    expect(await live.activeNote(wait())).toEqual(ACTIVE);
    expect(await live.dql({ query: 'TABLE due', source: 'a.md' }, wait())).toEqual(TABLE);
    expect(await live.base({ file: 'x.base', view: 'Open' }, wait())).toEqual(ROWS);
    expect(bodies).toEqual([
      { query: 'TABLE due', source: 'a.md' },
      { file: 'x.base', view: 'Open' },
    ]);
    expect(server.requests).toContain('/active');
  });

  it('may name a column or field like an inherited key', async () => {
    const fields = JSON.parse('{"__proto__": [1], "constructor": "c", "toString": null}') as object;
    const row = Object.defineProperties(
      { file: { name: 'a', path: 'a.md' } },
      Object.getOwnPropertyDescriptors(fields),
    );
    await app({
      answer: async (path) =>
        path === '/status'
          ? undefined
          : { body: path === '/base' ? { ...ROWS, rows: [row] } : { kind: 'list', values: [fields] } },
    });
    const { rows } = await live.base({ file: 'x.base', view: 'Open' }, wait());
    expect(Object.entries(rows[0] ?? {})).toEqual([
      ['file', { name: 'a', path: 'a.md' }],
      ['__proto__', [1]],
      ['constructor', 'c'],
      ['toString', null],
    ]);
    const result = await live.dql({ query: 'LIST' }, wait());
    expect(JSON.stringify(result)).toBe(
      '{"kind":"list","values":[{"__proto__":[1],"constructor":"c","toString":null}]}',
    );
  });

  it('is reported if its answer has an unexpected shape', async () => {
    await app({
      answer: async (path) => (path === '/status' ? undefined : { body: { ...ROWS, rows: [{ file: { name: 'a' } }] } }),
    });
    await expect(live.base({ file: 'x.base', view: 'Open' }, wait())).rejects.toMatchObject({
      code: 'plugin_unavailable',
      message: expect.stringContaining('"rows.0.file.path"'),
    });
  });

  it('is asked only for what its discovery file lists', async () => {
    const server = await app({ pluginVersion: '0.0.9', capabilities: ['status', 'active'] });
    await expect(live.dql({ query: 'LIST' }, wait())).rejects.toMatchObject({
      code: 'capability_missing',
      message: expect.stringMatching(/0\.0\.9.*"dql".*Upgrade the plugin/u),
      details: { pluginVersion: '0.0.9' },
    });
    await expect(live.base({ yaml: 'views: {}', view: 'x' }, wait())).rejects.toMatchObject({
      code: 'capability_missing',
    });
    expect(server.requests).not.toContain('/dql');
    expect(await live.activeNote(wait())).toEqual(ACTIVE);
  });

  it.each([
    [424, 'dql_not_installed', 'The plugin is not_enabled.'],
    [400, 'dql_error', 'PARSING FAILED --------\n1 | TABEL'],
    [424, 'bases_not_enabled', 'Bases is off.'],
    [424, 'unsupported_obsidian_version', '1.9'],
    [400, 'unsupported_construct', 'today()'],
  ])('its error %d %s comes through as it is', async (status, error, message) => {
    await app({ answer: async (path) => (path === '/dql' ? { status, body: { error, message } } : undefined) });
    await expect(live.dql({ query: 'x' }, wait())).rejects.toMatchObject({ code: error, message });
  });

  it('continues with what takes longer than the caller waits', async () => {
    let release = (): void => undefined;
    const evaluated = new Promise<void>((resolve) => {
      release = resolve;
    });
    await app({
      answer: async (path) => {
        if (path === '/status') return undefined;
        await evaluated;
        return { body: TABLE };
      },
    });
    await expect(live.dql({ query: 'TABLE x' }, wait(300))).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/300 ms.*continues/u),
    });
    release();
    expect(await live.dql({ query: 'TABLE x' }, wait())).toEqual(TABLE);
  });

  it('ends a view of a base itself, so that the next one need not wait', async () => {
    await app({ answer: (path) => (path === '/status' ? undefined : new Promise(() => undefined)) });
    await expect(live.base({ file: 'x.base', view: 'Open', timeoutMs: 300 }, wait(300))).rejects.toMatchObject({
      code: 'timeout',
      message: 'The notes app did not answer /base within 300 ms.',
    });
  });

  it('can be asked for other things, however many queries wait', async () => {
    let release = (): void => undefined;
    const evaluated = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await app({
      answer: async (path) => {
        if (path === '/dql') await evaluated;
        return path === '/status' ? undefined : { body: { '/dql': TABLE, '/base': ROWS }[path] };
      },
    });
    const asked = () => server.requests.filter((path) => path === '/dql').length;
    const many = Array.from({ length: 60 }, () => live.dql({ query: 'TABLE x' }, wait()));
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(0));
    await expect(live.dql({ query: 'TABLE x' }, wait(60))).rejects.toMatchObject({ code: 'timeout' });
    expect(await live.base({ file: 'x.base', view: 'Open' }, wait())).toEqual(ROWS);
    expect(
      await client.request({ method: 'GET', path: '/status', output: pluginStatus, timeoutMs: 10_000 }),
    ).toMatchObject({ ok: true });
    const askedMeanwhile = asked();
    release();
    expect(await Promise.all(many)).toEqual(many.map(() => TABLE));
    expect(askedMeanwhile).toBeLessThan(10);
    expect(asked()).toBe(60);
  });

  it('that never answered is waited for no longer than the caller allows', async () => {
    (await app()).frozen = true;
    await expect(live.dql({ query: 'x' }, wait(60))).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/60 ms.*whether the notes app is open/u),
    });
  });

  it('that is known and busy is waited for, as long as the caller allows', async () => {
    const server = await app();
    link.start();
    expect(await live.activeNote(wait())).toEqual(ACTIVE);
    server.frozen = true;
    await expect(live.dql({ query: 'x' }, wait(900))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('that counts as gone is not waited for with what the disk can answer, but with a query, which may be what holds it up', async () => {
    const server = await app();
    const watched = new PluginLink({
      vaultRealPath: vault,
      client,
      log: createLog('error', () => undefined),
      mostMisses: 1,
    });
    ends.push(async () => watched.close());
    watched.start();
    const asked = createRemoteLive(watched, client);
    await vi.waitFor(() => expect(server.listeners).toBe(1));
    server.frozen = true;
    const query = asked.dql({ query: 'x' }, wait(8_000)).catch((error: unknown) => error);
    await expect(asked.base({ file: 'x.base', view: 'Open' }, wait(60_000))).rejects.toMatchObject({
      code: 'plugin_unavailable',
      absence: { cause: 'no_answer' },
    });
    expect(await query).toMatchObject({ code: 'timeout' });
  });

  it('is found again after it was reloaded', async () => {
    const first = await app();
    expect(await live.activeNote(wait())).toEqual(ACTIVE);
    await first.close();
    await expect(live.activeNote(wait())).rejects.toMatchObject({ code: 'plugin_unavailable' });
    await app();
    expect(await live.activeNote(wait())).toEqual(ACTIVE);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['the plugin is not installed', async () => undefined, 'it has never opened this vault'],
    ['the plugin is disabled', () => installInVault(vault, false), 'disabled in this vault'],
    [
      'the app is closed, or has another vault open',
      () => installInVault(vault),
      'it is closed, or has another vault open',
    ],
    ['the discovery file is torn', () => writeDiscovery(vault, '{"port": 271'), 'discovery file cannot be used'],
    ['the app was killed', async () => (await app()).crash(), 'nothing listens on port'],
    [
      "another vault's plugin has the port",
      () => app({ discovery: { token: '0'.repeat(64) } }),
      "another vault's plugin",
    ],
    [
      'the folder was copied from an open vault',
      () => app({ discovery: { dataDir: '/elsewhere/vaults/0123456789abcdef-Other' } }),
      'belongs to another vault',
    ],
    ['the app hangs', async () => ((await app()).frozen = true), 'gave no answer within 500 ms'],
  ])('cannot be reached if %s: the error says so, and how to install', async (_what, arrange, words) => {
    await arrange();
    const error: unknown = await live.activeNote(wait()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'plugin_unavailable', message: expect.stringContaining(words) });
    expect((error as Error).message).toContain(INSTALL_INSTRUCTIONS);
    expect((error as Error).message).not.toContain(folder);
  });
});
