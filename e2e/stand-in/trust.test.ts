import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { startRawClient, type RawClient } from '../../bridge/test-support/raw-client.ts';
import { discovery as discoverySchema, type Discovery } from '../../shared/protocol/discovery.ts';
import { freePort } from '../driver/free-port.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 30_000, interval: 50 };

let bundle: string;
let folder: string;
let vault: string;
let app: AppHost;
let server: RawClient | undefined;

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-trust-')));
  vault = join(folder, 'Garden');
  await put(
    '.obsidian/plugins/vault-loom/data.json',
    JSON.stringify({ port: await freePort(), embedder: 'ollama:nomic-embed-text' }),
  );
  await put('Soil.md', 'Worms like [[Compost]].\n');
  await put('Compost.md', 'Kitchen scraps, [[Soil]].\n');
  await put('Private/Diary.md', 'Quaggas and [[Soil]].\n');
  app = await startAppHost({ vaultPath: vault, dataDir: join(folder, 'data') });
  await vi.waitFor(found, PATIENT);
}, 120_000);
afterEach(async () => {
  await stop();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

const discoveryFile = (): string => join(vault, '.obsidian/plugins/vault-loom/discovery.json');
const found = async (): Promise<Discovery> =>
  discoverySchema.parse(JSON.parse(await readFile(discoveryFile(), 'utf8')));

interface ToolResult {
  structuredContent?: Record<string, unknown>;
  content: { text: string }[];
  isError?: boolean;
}

async function bridge(env: Record<string, string> = {}): Promise<void> {
  server = startRawClient(bundle, {
    VAULT_PATH: vault,
    VAULT_LOOM_DATA_DIR: join(folder, 'data'),
    VAULT_LOOM_CONFIG_DIR: join(folder, 'config'),
    VAULT_LOOM_EMBEDDER: '',
    ...env,
  });
  await server.initialize();
}

async function stop(): Promise<void> {
  server?.child.stdin.end();
  await server?.exited;
  server = undefined;
}

let nextId = 1;
async function call(name: string, args: object = {}): Promise<ToolResult> {
  const id = nextId++;
  server?.send({ id, method: 'tools/call', params: { name, arguments: args } });
  return (await server?.answer(id))?.result as unknown as ToolResult;
}

const host = async (): Promise<unknown> => (await call('index_status')).structuredContent?.['host'];

describe('a bridge and the built plugin', () => {
  it('know each other by the secret of their data folder; a bridge with another one answers itself', async () => {
    await bridge();
    await vi.waitFor(async () => expect(await host()).toBe('plugin'), PATIENT);
    await stop();
    await bridge({ VAULT_LOOM_DATA_DIR: join(folder, 'other') });
    await vi.waitFor(
      async () =>
        expect((await call('index_status')).structuredContent).toMatchObject({
          host: 'disk',
          hostNote: expect.stringContaining('VAULT_LOOM_DATA_DIR'),
        }),
      PATIENT,
    );
    expect((await call('active_note')).isError).toBe(true);
  });

  it('say that an embedder which the vault names is not used', async () => {
    await bridge();
    await vi.waitFor(
      async () =>
        expect((await call('index_status')).structuredContent).toMatchObject({
          host: 'plugin',
          provider: 'use',
          hostNote: expect.stringContaining('"ollama:nomic-embed-text"'),
        }),
      PATIENT,
    );
  });

  it('hide a note from the next call on', async () => {
    await bridge();
    await vi.waitFor(async () => expect(await host()).toBe('plugin'), PATIENT);
    for (let round = 0; round < 5; round++) {
      await vi.waitFor(
        async () =>
          expect(JSON.stringify(await call('search', { query: 'quaggas', mode: 'fulltext' }))).toContain(
            'Private/Diary.md',
          ),
        PATIENT,
      );
      const preview = (
        await call('edit_note', { name: 'Private/Diary.md', mode: 'append', content: 'x', dryRun: true })
      ).structuredContent?.['previewId'];
      await put('.vaultloomignore', 'Private/\n');
      const answers = [
        await call('search', { query: 'quaggas', mode: 'fulltext' }),
        await call('rank_notes', { metric: 'influence', minIncomingLinks: 0 }),
        await call('find_connections', { name: 'Soil' }),
        await call('list_notes', {}),
      ];
      expect(JSON.stringify(answers)).not.toContain('Diary');
      for (const refused of [
        await call('apply_edit_preview', { previewId: preview }),
        await call('edit_note', { name: 'Private/Diary.md', mode: 'append', content: 'x' }),
        await call('delete_note', { name: 'Private/Diary.md', confirm: true }),
        await call('create_note', { title: 'Diary', content: 'x', directory: 'Private' }),
      ])
        expect(refused.isError).toBe(true);
      expect(await readFile(join(vault, 'Private/Diary.md'), 'utf8')).toBe('Quaggas and [[Soil]].\n');
      await rm(join(vault, '.vaultloomignore'));
    }
  }, 60_000);
});

describe('the built plugin', () => {
  it('puts its discovery file right, and the bridge comes back to it; a stranger behind the foreign one learns nothing', async () => {
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(`${request.url} ${request.headers.authorization}`);
      request.resume().on('end', () => response.end(JSON.stringify({ ok: true, proof: '0'.repeat(64) })));
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    await bridge();
    await vi.waitFor(async () => expect(await host()).toBe('plugin'), PATIENT);
    const own = await found();
    for (const foreign of [
      { ...own, port: (stranger.address() as AddressInfo).port },
      { ...own, token: 'a'.repeat(64) },
      { port: 1 },
    ]) {
      await writeFile(discoveryFile(), JSON.stringify(foreign));
      expect((await call('search', { query: 'worms', mode: 'fulltext' })).isError).not.toBe(true);
      await vi.waitFor(async () => expect(await found()).toEqual(own), PATIENT);
    }
    await vi.waitFor(async () => expect((await call('active_note')).isError).not.toBe(true), PATIENT);
    expect(heard.filter((line) => !line.startsWith('/hello '))).toEqual([]);
    expect(heard.join()).not.toContain(own.token);
    await new Promise((resolve) => stranger.close(resolve));
  }, 60_000);

  it('answers who has the token while 1,100 connections stand idle', async () => {
    const { port, token } = await found();
    const idle: Socket[] = Array.from({ length: 1_100 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .resume(),
    );
    await Promise.all(
      idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await vi.waitFor(() => expect(idle.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(32), PATIENT);
    await vi.waitFor(() => expect(idle.every(({ destroyed }) => destroyed)).toBe(true), PATIENT);
  }, 60_000);
});
