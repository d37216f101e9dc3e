import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { IndexStore } from '../../store/segment-store.ts';
import { DiskVault } from '../../vault/disk/disk-vault.ts';
import { newSession, type IndexSession } from '../index-session.ts';
import { INDEX_FORMAT } from './saved-index.ts';

let scratch: string;
let store: IndexStore;
let session: IndexSession;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vault-loom-saved-index-'));
  await mkdir(join(scratch, 'vault'));
  await writeFile(join(scratch, 'vault', 'Tea.md'), 'Leaves in water.\n');
  store = await IndexStore.open(join(scratch, 'index'), { dataFolder: join(scratch, 'data'), format: INDEX_FORMAT });
  await store.read();
  const source = await DiskVault.open(join(scratch, 'vault'));
  session = newSession(store, { source, slicer: new Slicer(10, eventLoopYield()), spawnWorker: spawnNodeWorker });
  await session.sync.full({ verify: 'stat' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await session.saved.close();
  await store.close();
  await rm(scratch, { recursive: true, force: true });
});

it('is saved once, although the disk did not give a new segment’s pages at first', async () => {
  const { saved, index } = session;
  const open = store.openSegment.bind(store);
  vi.spyOn(store, 'openSegment').mockImplementationOnce(async (info) => {
    const reader = await open(info);
    vi.spyOn(reader, 'section').mockRejectedValueOnce(new Error('input/output error'));
    return reader;
  });
  saved.capture(index);
  expect(await saved.write(index)).toBe(false);
  expect(await saved.write(index)).toBe(true);
  const stored = await store.read();
  expect('manifest' in stored && stored.manifest.segments).toHaveLength(1);
  const [id = 0] = [...index.notes()].map((note) => note.id);
  expect(await saved.readChunk(index, id, 0)).toBe('Leaves in water.');
});

it('has none of the text of a note that has no text any more', async () => {
  const { saved, index, sync } = session;
  const save = async (): Promise<void> => {
    saved.capture(index);
    expect(await saved.write(index)).toBe(true);
  };
  await save();
  await writeFile(join(scratch, 'vault', 'Tea.md'), '# Tea\n');
  await sync.full({ verify: 'stat' });
  const [id = 0] = [...index.notes()].map((note) => note.id);
  expect(await saved.readChunk(index, id, 0)).toBe('');
  await save();
  expect([await saved.readChunk(index, id, 0), await saved.readChunks(index, id)]).toEqual(['', []]);
  const source = await DiskVault.open(join(scratch, 'vault'));
  const again = newSession(store, { source, slicer: new Slicer(10, eventLoopYield()), spawnWorker: spawnNodeWorker });
  expect(await again.saved.load(again.index)).toEqual({ loaded: true });
  expect(await again.saved.readChunk(again.index, id, 0)).toBe('');
  await again.saved.close();
});
