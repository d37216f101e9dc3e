import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { DISCOVERY_FILE } from '../../../shared/protocol/discovery.ts';
import { INSTALL_INSTRUCTIONS } from '../../../shared/protocol/errors.ts';
import { helloToken } from '../../../shared/protocol/hello.ts';
import { PluginUnavailable, describeAbsence, type Absence } from './plugin-absence.ts';
import { PluginClient } from './plugin-client.ts';
import { readDiscovery } from './plugin-discovery.ts';
import {
  installInVault,
  pluginFolder,
  startPluginServer,
  writeDiscovery,
  type PluginServer,
  type PluginServerOptions,
} from '../../test-support/plugin-server.ts';

const TOKEN = 'ab'.repeat(32);

let folder: string;
let vault: string;
let client: PluginClient;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-client-')));
  vault = join(folder, 'Garden');
  await mkdir(join(vault, '.obsidian'), { recursive: true });
  client = new PluginClient({ vault, dataFolder: join(folder, 'data') });
});
afterEach(async () => {
  client.close();
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<PluginServerOptions> = {}): Promise<PluginServer> {
  const server = await startPluginServer({ vault, dataDir: join(folder, 'data'), ...options });
  ends.push(() => server.close().catch(() => undefined));
  return server;
}

async function foreign(listener: RequestListener): Promise<number> {
  const server = createHttpServer(listener);
  return portOf(server);
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function discoveryAt(port: number): object {
  return {
    port,
    token: TOKEN,
    pid: 1,
    pluginVersion: '0.1.0',
    startedAt: '2026-01-01T00:00:00Z',
    capabilities: ['status'],
  };
}

async function absence(): Promise<Absence> {
  const error: unknown = await client.probe().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PluginUnavailable);
  expect((error as PluginUnavailable).message).toContain(INSTALL_INSTRUCTIONS);
  expect((error as PluginUnavailable).message).not.toContain(folder);
  expect((error as PluginUnavailable).hint).toContain('All tools but active_note and dql_query work without it.');
  return (error as PluginUnavailable).absence;
}

const answer = z.looseObject({ n: z.number() });
const ask = (path = '/thing', timeoutMs = 5_000) =>
  client.request({ method: 'POST', path, body: {}, output: answer, timeoutMs });

describe('who is there', () => {
  it('the plugin, with its status and the contents of the discovery file', async () => {
    const server = await start();
    const { discovery, status } = await client.probe();
    expect(discovery).toMatchObject({ port: server.port, token: server.token });
    expect(status).toMatchObject({ ok: true, engine: { state: 'indexing' } });
  });

  it('nobody, with the cause', async () => {
    await rm(join(vault, '.obsidian'), { recursive: true });
    expect(await absence()).toEqual({ cause: 'no_config_dir' });
    await mkdir(join(vault, '.obsidian'));
    expect(await absence()).toEqual({ cause: 'not_installed' });
    await installInVault(vault, false);
    expect(await absence()).toEqual({ cause: 'disabled' });
    await installInVault(vault);
    expect(await absence()).toEqual({ cause: 'app_closed' });
  });

  it('nobody any more: the app was killed, and its discovery file is still there', async () => {
    const server = await start();
    await server.crash();
    expect(await absence()).toEqual({ cause: 'refused', port: server.port });
  });

  it('nobody any more, on the port that was asked, even while others look', async () => {
    const server = await start();
    await server.crash();
    const asked: Promise<unknown>[] = [];
    for (let i = 0; i < 100; i++) {
      asked.push((i % 2 === 0 ? ask() : client.probe()).catch((error: PluginUnavailable) => error.absence));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => ({ cause: 'refused', port: server.port })));
  });

  it('somebody who does not know the token', async () => {
    const server = await start({ discovery: { token: TOKEN } });
    expect(await absence()).toEqual({ cause: 'unauthorized', port: server.port });
  });

  it('the plugin of the vault that this one was copied from', async () => {
    await start({ discovery: { dataDir: vaultDataFolder(join(folder, 'data'), join(folder, 'Original')) } });
    expect(await absence()).toEqual({ cause: 'other_vault' });
    await start({ discovery: { dataDir: 'C:\\Users\\me\\vaults\\0011-Garden' } });
    expect(await absence()).toEqual({ cause: 'other_vault' });
  });

  it('a stranger: it is asked for a proof, with a token that works nowhere else, and sent nothing', async () => {
    const heard: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
    const port = await foreign((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += String(part)));
      request.on('end', () => {
        heard.push({ url: request.url, authorization: request.headers.authorization, body });
        response.end(JSON.stringify({ ok: true, proof: 'f'.repeat(64), n: 1 }));
      });
    });
    await writeDiscovery(vault, discoveryAt(port));
    expect(await absence()).toEqual({ cause: 'unproven', port, why: 'wrong proof' });
    expect(((await ask().catch((error: unknown) => error)) as PluginUnavailable).absence).toMatchObject({
      cause: 'unproven',
    });
    expect(heard.map(({ url }) => url)).toEqual(['/hello', '/hello']);
    expect(JSON.stringify(heard)).not.toContain(TOKEN);
    expect(heard.map(({ body }) => Object.keys(JSON.parse(body) as object))).toEqual([['nonce'], ['nonce']]);
  });

  it('a stranger who answers at length: only the beginning is read', async () => {
    let sent = 0;
    const port = await foreign((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, ' '))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    await writeDiscovery(vault, discoveryAt(port));
    expect(await absence()).toMatchObject({ cause: 'foreign', why: 'the answer is longer than 4096 bytes' });
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('a stranger who relays the question to the plugin: the proof is for the plugin’s port', async () => {
    const plugin = await start();
    const heard: string[] = [];
    const port = await foreign((request, response) => {
      heard.push(request.url ?? '');
      const passedOn = httpRequest(
        {
          port: plugin.port,
          host: '127.0.0.1',
          path: request.url,
          method: request.method,
          headers: { ...request.headers, authorization: `Bearer ${helloToken(plugin.token, plugin.port)}` },
        },
        (answered) => {
          response.writeHead(answered.statusCode ?? 500, answered.headers);
          answered.pipe(response);
        },
      );
      request.pipe(passedOn);
    });
    const own = await readDiscovery(vault);
    await writeDiscovery(vault, { ...('discovery' in own ? own.discovery : {}), port });
    expect(await absence()).toEqual({ cause: 'unproven', port, why: 'wrong proof' });
    expect(heard).toEqual(['/hello']);
    expect(plugin.hellos).toBe(1);
    expect(plugin.requests).toEqual([]);
  });

  it('a plugin with another data folder, an older one, and one that this server cannot know', async () => {
    const server = await start({ dataDir: join(folder, 'other') });
    expect(await absence()).toEqual({ cause: 'unproven', port: server.port, why: 'other data folder' });
    expect(server.requests).toEqual([]);
    const older = await start({ secret: null });
    expect(await absence()).toEqual({ cause: 'unproven', port: older.port, why: 'no answer' });
    expect(older.requests).toEqual([]);
    const plugin = await start();
    client = new PluginClient({
      vault,
      dataFolder: join(folder, 'data'),
      secret: () => Promise.reject(new Error('EACCES')),
    });
    expect(await absence()).toEqual({ cause: 'unproven', port: plugin.port, why: 'no secret' });
  });

  it('the plugin, which is asked for its proof once, and again after the contact broke', async () => {
    const server = await start();
    await Promise.all([client.probe(), client.probe(), client.probe()]);
    await client.probe();
    expect(server.hellos).toBe(1);
    await server.crash();
    expect(await absence()).toMatchObject({ cause: 'refused' });
    const heard: string[] = [];
    const taker = createHttpServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('{"ok": true}');
    });
    await new Promise<void>((resolve) => taker.listen(server.port, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => taker.close(resolve)));
    expect(await absence()).toMatchObject({ cause: 'foreign' });
    expect(heard).toEqual(['/hello']);
  });

  it.each<[string, RequestListener, string]>([
    ['a web server', (_request, response) => response.end('<html>'), 'not JSON'],
    [
      'a web server that knows no such page',
      (_request, response) => response.writeHead(404).end('nothing'),
      'status 404',
    ],
    [
      'one that sends elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://example.org/' }).end(),
      'status 302',
    ],
    ['another JSON service', (_request, response) => response.end('{"status":"up"}'), 'unexpected shape at "proof"'],
    ['one that answers without end', (_request, response) => void pour(response), 'longer than'],
  ])('%s', async (_who, listener, why) => {
    const port = await foreign(listener);
    await writeDiscovery(vault, discoveryAt(port));
    // The endless one takes longer than a probe may.
    const error: unknown = await client
      .request({ method: 'GET', path: '/status', output: z.looseObject({ ok: z.literal(true) }), timeoutMs: 20_000 })
      .catch((reason: unknown) => reason);
    expect((error as PluginUnavailable).absence).toEqual({ cause: 'foreign', port, why: expect.stringContaining(why) });
  });

  it('a program that speaks no HTTP, or hangs up, or says nothing', async () => {
    const talker = await portOf(
      createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n')),
    );
    await writeDiscovery(vault, discoveryAt(talker));
    expect(await absence()).toEqual({ cause: 'foreign', port: talker, why: 'it does not speak HTTP' });
    const hanger = await portOf(createServer((socket) => socket.on('error', () => undefined).destroy()));
    await writeDiscovery(vault, discoveryAt(hanger));
    expect(await absence()).toEqual({ cause: 'refused', port: hanger });
    const port = await portOf(createServer());
    await writeDiscovery(vault, discoveryAt(port));
    expect(await absence()).toEqual({ cause: 'no_answer', port, afterMs: 500 });
  });

  it('every cause has a message', () => {
    const causes: Absence[] = [
      { cause: 'no_config_dir' },
      { cause: 'not_installed' },
      { cause: 'disabled' },
      { cause: 'app_closed' },
      { cause: 'bad_discovery', why: 'x' },
      { cause: 'other_vault' },
      { cause: 'refused', port: 1 },
      { cause: 'blocked', port: 1, code: 'EACCES' },
      { cause: 'no_answer', port: 1, afterMs: 500 },
      { cause: 'unauthorized', port: 1 },
      { cause: 'foreign', port: 1, why: 'x' },
    ];
    expect(new Set(causes.map(describeAbsence)).size).toBe(causes.length);
  });
});

describe('an invalid discovery file', () => {
  it.each([
    ['', 'not complete JSON'],
    ['{"port": 27125, "tok', 'not complete JSON'],
    ['[]', 'not complete JSON'],
    [JSON.stringify({ ...discoveryAt(1), port: 70_000 }), '`port`'],
    [JSON.stringify({ ...discoveryAt(1), port: '27125' }), '`port`'],
    [JSON.stringify({ ...discoveryAt(1), token: `${TOKEN}\r\nX: y` }), '`token`'],
    [JSON.stringify({ ...discoveryAt(1), capabilities: 'all' }), '`capabilities`'],
    [JSON.stringify({ ...discoveryAt(1), filler: 'x'.repeat(100_000) }), 'larger than'],
  ])('%.40s', async (text, why) => {
    await writeDiscovery(vault, text);
    expect(await absence()).toEqual({ cause: 'bad_discovery', why: expect.stringContaining(why) });
  });

  it('a folder in its place does not count', async () => {
    await mkdir(join(pluginFolder(vault), DISCOVERY_FILE), { recursive: true });
    expect(await absence()).toMatchObject({ cause: 'not_installed' });
  });

  it.runIf(process.platform !== 'win32')('a link to something that never ends is not read', async () => {
    await mkdir(pluginFolder(vault), { recursive: true });
    await symlink('/dev/zero', join(pluginFolder(vault), DISCOVERY_FILE));
    expect(await absence()).toMatchObject({ cause: 'not_installed' });
  });

  it('never names another machine to connect to, and anything at all is read without a throw', async () => {
    await mkdir(pluginFolder(vault), { recursive: true });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.record({ port: fc.anything(), token: fc.anything(), host: fc.webUrl() }).map((value) => safeJson(value)),
        ),
        async (text) => {
          await writeFile(join(pluginFolder(vault), DISCOVERY_FILE), text);
          expect(await readDiscovery(vault)).toHaveProperty('absence.cause', 'bad_discovery');
        },
      ),
      { numRuns: 100, seed: 7 },
    );
    const server = await start();
    const file = join(pluginFolder(vault), DISCOVERY_FILE);
    await writeFile(
      file,
      JSON.stringify({
        ...(JSON.parse(await readFile(file, 'utf8')) as object),
        host: '10.0.0.1',
        address: '10.0.0.1',
        url: 'http://10.0.0.1',
      }),
    );
    expect((await client.probe()).discovery.port).toBe(server.port);
  });
});

describe('a request', () => {
  it('follows the plugin to another port and token, once', async () => {
    const first = await start({ answer: async () => ({ body: { n: 1 } }) });
    expect(await ask()).toEqual({ n: 1 });
    await first.close();
    await start({ answer: async () => ({ body: { n: 2 } }) });
    expect(await ask()).toEqual({ n: 2 });
  });

  it('follows it when only the token is new', async () => {
    const first = await start({ answer: async () => ({ body: { n: 1 } }) });
    await ask();
    await first.close();
    await start({ port: first.port, answer: async () => ({ body: { n: 2 } }) });
    expect(await ask()).toEqual({ n: 2 });
  });

  it('says what the client calls itself, once that is known', async () => {
    const server = await start({ answer: async (path) => (path === '/thing' ? { body: { n: 1 } } : undefined) });
    await ask();
    expect([client.introduce('Café\r\n助手'), client.introduce('Café 助手'), client.introduce(' ')]).toEqual([
      true,
      false,
      false,
    ]);
    await ask();
    await client.probe();
    expect(server.clients).toEqual([null, 'Café 助手', 'Café 助手']);
  });

  it('is sent twice at most', async () => {
    let asked = 0;
    const port = await foreign((_request, response) => {
      asked++;
      response.writeHead(401).end('{"error":"unauthorized","message":"no"}');
    });
    await writeDiscovery(vault, discoveryAt(port));
    await expect(ask()).rejects.toMatchObject({ code: 'plugin_unavailable', absence: { cause: 'unauthorized' } });
    expect(asked).toBe(2);
  });

  it("passes on the plugin's own errors unchanged", async () => {
    const body = {
      error: 'dql_error',
      message: 'PARSING FAILED',
      name: 'QueryError',
      hint: 'Look at line 1.',
      details: { line: 1 },
    };
    await start({ answer: async (path) => (path === '/thing' ? { status: 400, body } : undefined) });
    await expect(ask()).rejects.toMatchObject({
      code: 'dql_error',
      name: 'QueryError',
      message: 'PARSING FAILED',
      hint: 'Look at line 1.',
      details: { line: 1 },
    });
  });

  it('keeps the words of an error that only a later version knows', async () => {
    await start({
      answer: async (path) =>
        path === '/thing' ? { status: 400, body: { error: 'brand_new', message: 'Something' } } : undefined,
    });
    await expect(ask()).rejects.toMatchObject({ code: 'internal', message: 'brand_new: Something' });
  });

  it('ends at its time, or when the caller no longer wants it', async () => {
    const server = await start();
    server.frozen = true;
    await expect(ask('/thing', 50)).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('50 ms'),
    });
    const caller = new AbortController();
    const given = client.request({
      method: 'POST',
      path: '/thing',
      output: answer,
      timeoutMs: 20_000,
      signal: caller.signal,
    });
    caller.abort(new Error('not needed'));
    await expect(given).rejects.toThrow('not needed');
    await expect(
      client.request({ method: 'POST', path: '/thing', output: answer, timeoutMs: 20_000, signal: caller.signal }),
    ).rejects.toThrow('not needed');
  });

  it('is answered even if the server has closed the kept connection', async () => {
    const server = await start({ answer: async (path) => (path === '/thing' ? { body: { n: 1 } } : undefined) });
    for (let i = 0; i < 3; i++) {
      expect(await ask()).toEqual({ n: 1 });
      server.dropConnections();
    }
    expect(server.requests.filter((path) => path === '/thing')).toHaveLength(3);
  });
});

function pour(response: Parameters<RequestListener>[1]): void {
  const part = Buffer.alloc(1024 * 1024, 32);
  const more = (): void => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more);
  };
  response.on('error', () => undefined);
  more();
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  } catch {
    return 'null';
  }
}
