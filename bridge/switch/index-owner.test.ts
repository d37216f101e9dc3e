import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskEngine } from '../../shared/engine/disk-engine.ts';
import { searchInput } from '../../shared/protocol/schemas/find.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { installInVault, pluginFolder } from '../test-support/plugin-server.ts';
import { startRawClient, type RawClient } from '../test-support/raw-client.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

const NOTES = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Note ${i}.md`, `Number ${i}.\n`]));
const PATIENT = { timeout: 20_000, interval: 30 };

let bridgeScript: string;
let appScript: string;
let place: TempVault;
let vault: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  [bridgeScript, appScript] = await Promise.all([
    bundleForNode('bridge/cli.ts'),
    bundleForNode('bridge/test-support/plugin-process.ts'),
  ]);
});
beforeEach(async () => {
  place = await tempVault(NOTES);
  vault = await realpath(place.path);
  await installInVault(vault);
});
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGKILL');
  await place.remove();
});

async function openBridge(): Promise<RawClient> {
  const client = startRawClient(bridgeScript, { ...place.env, VAULT_LOOM_EMBEDDER: '' });
  running.push(client.child);
  await client.initialize();
  return client;
}

/** Resolves when its engine is ready, or when it can be found, which is before. */
async function openApp(version: string, until: 'ready' | 'listening' = 'ready'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [appScript, vault, place.dataDir, version], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === until) return child;
  throw new Error('The app ended before it was ready.');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

let nextId = 1;
async function call(client: RawClient, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = nextId++;
  client.send({ id, method: 'tools/call', params: { name, arguments: args } });
  const { result } = await client.answer(id);
  if (result?.isError === true) throw new Error(JSON.stringify(result.content));
  return result?.structuredContent as Record<string, unknown>;
}

const append = (client: RawClient, word: string) =>
  call(client, 'edit_note', { name: 'Note 7', mode: 'append', content: word });
const found = async (client: RawClient, query: string): Promise<string[]> =>
  ((await call(client, 'search', { query, mode: 'fulltext' })) as { data: { path: string }[] }).data.map(
    ({ path }) => path,
  );

/** The process that owns the index, by its lock: also one that was killed, until another has taken over. */
async function owner(): Promise<number | undefined> {
  const folder = join(pluginFolder(vault), 'index');
  const lock = `index-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.lock`;
  const text = await readFile(join(place.dataDir, 'locks', lock), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { process?: { pid: number } }).process?.pid;
}
const owned = (by: ChildProcess) => vi.waitFor(async () => expect(await owner()).toBe(by.pid), PATIENT);

/** What a new process finds in the saved index, and how many notes it had to read again. */
async function findSaved(query: string): Promise<{ paths: string[]; read: number; reasons: string[] }> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { ...place.env, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  let read = 0;
  engine.onProgress(() => read++);
  await engine.start();
  const paths = (await engine.search(searchInput.parse({ query, mode: 'fulltext' }))).rows.map(({ path }) => path);
  const { lastReindexReasons } = await engine.status();
  await engine.close();
  return { paths, read, reasons: lastReindexReasons };
}

describe('the index, if a server answers next to an app of another version', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    "is the app's while that runs, and the server's again after %s, with what each has seen",
    async (signal) => {
      const bridge = await openBridge();
      await append(bridge, 'heron');
      await owned(bridge.child);

      const app = await openApp('0.999.0');
      await owned(app);
      expect(await call(bridge, 'index_status', {})).toMatchObject({
        host: 'disk',
        hostNote: expect.stringContaining('0.999.0'),
      });
      await append(bridge, 'toucan');
      await writeFile(join(vault, 'New.md'), 'A pelican, from the app.\n');
      await vi.waitFor(async () => expect(await found(bridge, 'pelican')).toEqual(['New.md']), PATIENT);
      expect(await found(bridge, 'heron toucan')).toEqual(['Note 7.md']);
      expect(await owner()).toBe(app.pid);

      await end(app, signal);
      await append(bridge, 'curlew');
      expect(await found(bridge, 'heron toucan curlew')).toEqual(['Note 7.md']);
      await owned(bridge.child);
      expect(await found(bridge, 'pelican')).toEqual(['New.md']);
      bridge.child.stdin.end();
      await bridge.exited;
      expect(await findSaved('heron toucan curlew')).toEqual({ paths: ['Note 7.md'], read: 0, reasons: [] });
    },
  );

  it('is taken by no server that starts next to the app, and by one at a time as apps come and go', async () => {
    const app = await openApp('0.999.0');
    await owned(app);
    const bridge = await openBridge();
    await append(bridge, 'heron');
    expect(await owner()).toBe(app.pid);
    await end(app, 'SIGKILL');
    await owned(bridge.child);
    const next = await openApp('0.999.0');
    await owned(next);
    await end(bridge.child, 'SIGKILL');
    await vi.waitFor(async () => expect((await findSaved('heron')).read).toBe(0), PATIENT);
    await end(next, 'SIGTERM');
    expect(await findSaved('heron')).toEqual({ paths: ['Note 7.md'], read: 0, reasons: [] });
  });
});

describe('the index, if a server answers while the plugin indexes', () => {
  it('goes to the app before that is ready, and both end up with all of it', async () => {
    const { version } = JSON.parse(await readFile(join(pluginFolder(vault), 'manifest.json'), 'utf8')) as {
      version: string;
    };
    const bridge = await openBridge();
    await append(bridge, 'heron');
    await owned(bridge.child);
    const app = await openApp(version, 'listening');
    await append(bridge, 'toucan');
    await owned(app);
    await vi.waitFor(
      async () => expect(await call(bridge, 'index_status', {})).toMatchObject({ host: 'plugin', notesTotal: 30 }),
      PATIENT,
    );
    expect(await found(bridge, 'heron toucan')).toEqual(['Note 7.md']);
    await end(app, 'SIGTERM');
    expect(await found(bridge, 'heron toucan')).toEqual(['Note 7.md']);
    bridge.child.stdin.end();
    await bridge.exited;
    expect(await findSaved('heron toucan')).toEqual({ paths: ['Note 7.md'], read: 0, reasons: [] });
  });
});
