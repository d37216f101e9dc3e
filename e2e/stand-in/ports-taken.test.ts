import { createServer, type Server } from 'node:net';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FOLLOWING_PORTS } from '../../shared/protocol/discovery.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 30_000, interval: 100 };

let folder: string;
let host: AppHost;
let taken: Server[];

beforeEach(async () => {
  taken = await takeAll();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ports-taken-')));
  await mkdir(join(folder, 'Garden/.obsidian/plugins/vault-loom'), { recursive: true });
  await writeFile(join(folder, 'Garden/Soil.md'), '# Soil\n');
  await writeFile(
    join(folder, 'Garden/.obsidian/plugins/vault-loom/data.json'),
    JSON.stringify({ embedder: 'none', port: portOf(taken[0]) }),
  );
  host = await startAppHost({ vaultPath: join(folder, 'Garden'), dataDir: join(folder, 'data') });
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: not connected'), PATIENT);
});
afterEach(async () => {
  await host.close();
  await Promise.all(taken.map(leave));
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

const portOf = (server: Server | undefined): number => (server?.address() as { port: number }).port;

/** Takes a port, and all that are tried after it. */
async function takeAll(): Promise<Server[]> {
  for (let first = 31_000; ; first += FOLLOWING_PORTS + 1) {
    const ports = Array.from({ length: FOLLOWING_PORTS + 1 }, (_, index) => first + index);
    const servers = await Promise.all(ports.map(take));
    const got = servers.filter((server) => server !== null);
    if (got.length === ports.length) return got;
    await Promise.all(got.map(leave));
  }
}

function take(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function leave(server: Server): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve));
}

it('is tried again now and then, and the status bar says so', async () => {
  expect((await host.said()).tooltip).toContain('is free. ');
  expect((await host.said()).tooltip).toContain('It is retried automatically');
  await Promise.all(taken.splice(3, 1).map(leave));
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: ready'), PATIENT);
});

it('is tried again at once when a setting changes', async () => {
  await Promise.all(taken.splice(3, 1).map(leave));
  await host.ask('chooseModel', { embedder: 'lsa' });
  await vi.waitFor(async () => expect((await host.said()).statusBar).not.toBe('Loom: not connected'), {
    timeout: 5_000,
    interval: 50,
  });
});
