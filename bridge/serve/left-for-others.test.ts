import { copyFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readServerNote } from '../../shared/clients/server-note.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { faultOfModel } from '../../shared/embeddings/use/weights/model-file.ts';
import { startRawClient, type RawClient } from '../test-support/raw-client.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const PATIENT = { timeout: 60_000, interval: 100 };

let place: TempVault;
let script: string;
let models: string;
let clients: RawClient[];

/** A package of which only `dist` is there. */
beforeEach(async () => {
  place = await tempVault({ 'Fonts.md': 'You can choose a larger font size in the settings, under appearance.\n' });
  const folder = join(place.dataDir, '..', 'package', 'dist');
  await mkdir(join(folder, 'bridge'), { recursive: true });
  script = join(folder, 'bridge', 'cli.mjs');
  await copyFile(join(DIST, 'bridge', 'cli.mjs'), script);
  await cp(join(DIST, 'model'), join(folder, 'model'), { recursive: true });
  models = join(place.dataDir, 'models');
  clients = [];
});
afterEach(async () => {
  for (const { child } of clients) child.stdin.end();
  await Promise.all(clients.map(({ exited }) => exited));
  await place.remove();
});

async function start(env: Record<string, string> = {}): Promise<RawClient> {
  const client = startRawClient(script, { ...place.env, ...env });
  clients.push(client);
  await client.initialize();
  return client;
}

const isWhole = (): Promise<void> =>
  vi.waitFor(async () => expect(await faultOfModel(models, BUILT_IN_MODEL)).toBeNull(), PATIENT);

it('several servers that start at once leave one whole copy of the model in the data folder', async () => {
  await Promise.all([start(), start(), start()]);
  await isWhole();
  await vi.waitFor(async () => expect(await readdir(models)).toEqual([BUILT_IN_MODEL.name]), PATIENT);
}, 120_000);

it('a server repairs a damaged copy, and finds by meaning with nothing but its package', async () => {
  await mkdir(models, { recursive: true });
  await writeFile(join(models, BUILT_IN_MODEL.name), Buffer.alloc(BUILT_IN_MODEL.bytes, 1));
  const client = await start({ VAULT_LOOM_EMBEDDER: 'use' });
  await isWhole();
  let id = 1;
  await vi.waitFor(async () => {
    client.send({ id: ++id, method: 'tools/call', params: { name: 'index_status', arguments: {} } });
    expect((await client.answer(id)).result).toMatchObject({
      structuredContent: { provider: 'use', notesWithEmbeddings: 1, initError: null },
    });
  }, PATIENT);
}, 150_000);

it('a server whose client leaves at once has recorded where it is, and leaves nothing half written', async () => {
  for (let i = 0; i < 5; i++) {
    const client = await start();
    client.child.stdin.end();
    await client.exited;
    expect(await readServerNote(place.dataDir)).toMatchObject({ script });
    const names = await readdir(place.dataDir, { recursive: true });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await rm(join(place.dataDir, 'server.json'));
    await rm(models, { recursive: true });
  }
}, 60_000);
