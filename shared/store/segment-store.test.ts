import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexStore } from './segment-store.ts';
import type { StoreOptions } from './segment-store.ts';
import { newSegmentKey, segmentFileName } from './segment-name.ts';
import { writeSegment } from './write-segment.ts';
import { asleep, removeFolder, temporaryFolder } from './store-test-kit.ts';
import type { SegmentInfo } from './store-types.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };

let root: string;
let folder: string;
let open: IndexStore[];
beforeEach(async () => {
  root = await temporaryFolder();
  folder = join(root, 'index');
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((store) => store.close()));
  await removeFolder(root);
});

async function openStore(options: Partial<StoreOptions> = {}): Promise<IndexStore> {
  const timing = { renew: 10, stale: 200, poll: 10 };
  const store = await IndexStore.open(folder, {
    dataFolder: join(root, 'data'),
    format: 1,
    lockTiming: timing,
    pollMs: 10,
    ...options,
  });
  open.push(store);
  return store;
}

const segmentWith = (store: IndexStore, value: number): Promise<SegmentInfo> =>
  store.writeSegment('notes', { numbers: Uint32Array.of(value) }, { value });
const adding = (...add: SegmentInfo[]) => ({ add, remove: [], state: { at: add.length } });

async function valuesIn(store: IndexStore): Promise<unknown> {
  const index = await store.read();
  return 'manifest' in index ? index.manifest.segments.map(({ meta }) => meta['value']) : index.reason;
}

describe('the index on the disk', () => {
  it('is empty at first, in its own folder, ignored by git', async () => {
    const store = await openStore();
    expect(store.isOwner).toBe(true);
    expect(await store.read()).toEqual({ reason: 'There was no index yet.' });
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('is found by the next process as the last one committed it', async () => {
    const store = await openStore();
    await store.read();
    const segment = await segmentWith(store, 5);
    expect(await store.commit(adding(segment))).toMatchObject({ outcome: 'committed', manifest: { generation: 1 } });
    await store.close();

    const next = await openStore();
    expect(await next.read()).toEqual({
      manifest: { format: 1, generation: 1, segments: [segment], state: { at: 1 } },
    });
    const reader = await next.openSegment(segment);
    expect([...(await reader.section('numbers'))]).toEqual([5, 0, 0, 0]);
    await reader.close();
  });

  it('takes commits in the order they were asked for', async () => {
    const store = await openStore();
    await store.read();
    const segments = await Promise.all([1, 2, 3, 4, 5].map((value) => segmentWith(store, value)));
    const results = await Promise.all(segments.map((segment) => store.commit(adding(segment))));
    expect(results.map((result) => result.outcome === 'committed' && result.manifest.generation)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(await valuesIn(store)).toEqual([1, 2, 3, 4, 5]);
  });

  it('has a merged segment at the place of the first one it replaces', async () => {
    const store = await openStore();
    await store.read();
    const segments = await Promise.all([1, 2, 3].map((value) => segmentWith(store, value)));
    await store.commit(adding(...segments));
    await store.commit({
      add: [await segmentWith(store, 12)],
      remove: segments.slice(0, 2).map(({ key }) => key),
      state: {},
    });
    expect(await valuesIn(store)).toEqual([12, 3]);
  });

  it('starts over if the layout has changed, and says why', async () => {
    const old = await openStore();
    await old.read();
    await old.commit(adding(await segmentWith(old, 1)));
    await old.close();

    const store = await openStore({ format: 2 });
    expect(await valuesIn(store)).toBe('The index had layout 1; this version uses layout 2.');
    expect(await store.commit(adding(await segmentWith(store, 2)))).toMatchObject({
      outcome: 'committed',
      manifest: { format: 2, generation: 1 },
    });
    expect(await valuesIn(store)).toEqual([2]);
  });

  it('is not affected when a caller changes it after committing', async () => {
    const store = await openStore();
    await store.read();
    const commit = { add: [], remove: [], state: { words: ['a'] } };
    const committing = store.commit(commit);
    commit.state.words.push('b');
    expect(await committing).toMatchObject({ manifest: { state: { words: ['a'] } } });
  });
});

describe('a process that does not own the index', () => {
  it('reads it, commits nothing, and is notified of the owner’s commits', async () => {
    let changes = 0;
    const owner = await openStore();
    const other = await openStore({ onChanged: () => changes++ });
    await owner.read();
    expect([other.isOwner, await valuesIn(other), await other.changed()]).toEqual([
      false,
      'There was no index yet.',
      false,
    ]);
    expect(await other.commit(adding(await segmentWith(other, 9)))).toEqual({ outcome: 'not_owner' });

    await owner.commit(adding(await segmentWith(owner, 1)));
    await expect.poll(() => changes, PATIENCE).toBe(1);
    expect(await other.changed()).toBe(true);
    expect(await valuesIn(other)).toEqual([1]);
    expect(await other.changed()).toBe(false);
    expect(await owner.changed()).toBe(false);

    await owner.commit(adding(await segmentWith(owner, 2)));
    await expect.poll(() => changes, PATIENCE).toBe(2);
  });

  it('becomes the owner when the owner ends, and must read its last commit', async () => {
    let owning = 0;
    const owner = await openStore();
    await owner.read();
    const other = await openStore({ onOwner: () => owning++ });
    await other.read();
    await owner.commit(adding(await segmentWith(owner, 1)));
    await owner.close();
    await expect.poll(() => owning, PATIENCE).toBe(1);

    const segment = await segmentWith(other, 2);
    expect(await other.commit(adding(segment))).toEqual({ outcome: 'behind' });
    expect(await valuesIn(other)).toEqual([1]);
    expect(await other.commit(adding(segment))).toMatchObject({ outcome: 'committed', manifest: { generation: 2 } });
    expect(await valuesIn(other)).toEqual([1, 2]);
  });

  it('commits immediately if it had read everything from the last owner', async () => {
    const owner = await openStore();
    await owner.read();
    await owner.commit(adding(await segmentWith(owner, 1)));
    const other = await openStore();
    await other.read();
    await owner.close();
    await expect.poll(() => other.isOwner, PATIENCE).toBe(true);
    expect(await other.commit(adding(await segmentWith(other, 2)))).toMatchObject({ outcome: 'committed' });
    expect(await valuesIn(other)).toEqual([1, 2]);
  });

  it('continues reading segments that have left the index', async () => {
    const owner = await openStore();
    await owner.read();
    const segment = await segmentWith(owner, 1);
    await owner.commit(adding(segment));
    const other = await openStore();
    await other.read();
    await owner.commit({ add: [await segmentWith(owner, 2)], remove: [segment.key], state: {} });
    const reader = await other.openSegment(segment);
    expect([...(await reader.section('numbers'))]).toEqual([1, 0, 0, 0]);
    await reader.close();
  });
});

describe('an owner that must leave the index to another', () => {
  it('commits what it has first, drops what comes later, and goes on from what the other did', async () => {
    let mayOwn = true;
    const said: string[] = [];
    const owner = await openStore({
      mayOwn: () => mayOwn,
      onYield: async () => void said.push((await owner.commit(adding(await segmentWith(owner, 1)))).outcome),
      onOwner: () => said.push('owner again'),
    });
    await owner.read();
    const other = await openStore();
    mayOwn = false;
    await expect.poll(() => other.isOwner, PATIENCE).toBe(true);
    expect([said, owner.isOwner, await valuesIn(other)]).toEqual([['committed'], false, [1]]);
    expect(await owner.commit(adding(await segmentWith(owner, 9)))).toEqual({ outcome: 'not_owner' });
    await other.commit(adding(await segmentWith(other, 2)));
    await other.close();

    mayOwn = true;
    await expect.poll(() => said, PATIENCE).toEqual(['committed', 'owner again']);
    expect(await owner.commit(adding(await segmentWith(owner, 9)))).toEqual({ outcome: 'behind' });
    expect(await valuesIn(owner)).toEqual([1, 2]);
    await owner.commit(adding(await segmentWith(owner, 3)));
    expect(await valuesIn(owner)).toEqual([1, 2, 3]);
  });

  it('leaves it although the last commit fails', async () => {
    let mayOwn = true;
    const owner = await openStore({
      mayOwn: () => mayOwn,
      onYield: () => Promise.reject(new Error('The disk is full.')),
    });
    mayOwn = false;
    await expect.poll(() => owner.isOwner, PATIENCE).toBe(false);
  });
});

describe('an owner that slept while another took over', () => {
  it('drops its commit', async () => {
    let losses = 0;
    const sleeper = await openStore({ schedule: asleep, onLost: () => losses++ });
    await sleeper.read();
    const segment = await segmentWith(sleeper, 1);
    const other = await openStore();
    await other.read();
    await expect.poll(() => other.isOwner, PATIENCE).toBe(true);
    await other.commit(adding(await segmentWith(other, 2)));

    expect(await sleeper.commit(adding(segment))).toEqual({ outcome: 'not_owner' });
    expect([sleeper.isOwner, losses]).toEqual([false, 1]);
    expect(await valuesIn(other)).toEqual([2]);
  });

  it('cannot make the new owner forget, even by a switch at the last moment', async () => {
    const owner = await openStore();
    await owner.read();
    await owner.commit(adding(await segmentWith(owner, 1)));
    const earlier = await readFile(join(folder, 'manifest.json'));
    await owner.commit(adding(await segmentWith(owner, 2)));
    await writeFile(join(folder, 'manifest.json'), earlier);

    expect(await owner.commit(adding(await segmentWith(owner, 3)))).toMatchObject({
      outcome: 'committed',
      manifest: { generation: 3 },
    });
    expect(await valuesIn(owner)).toEqual([1, 2, 3]);
  });
});

describe('a failing disk', () => {
  it('makes a commit fail as a value, so that it can be retried', async () => {
    const store = await openStore();
    await store.read();
    const first = await segmentWith(store, 1);
    await rename(folder, join(root, 'away'));
    await writeFile(folder, 'no folder');
    const failed = await store.commit(adding(first));
    expect(failed).toMatchObject({
      outcome: 'failed',
      error: { code: 'internal', hint: expect.stringContaining('memory') },
    });
    expect(JSON.stringify(failed)).not.toContain(root);
    await expect(segmentWith(store, 2)).rejects.toMatchObject({ code: 'internal' });

    await rename(folder, join(root, 'no folder'));
    await rename(join(root, 'away'), folder);
    expect(await store.commit(adding(first))).toMatchObject({ outcome: 'committed' });
    expect(await valuesIn(store)).toEqual([1]);
  });

  it('leaves no segment of a commit that failed, once it is discarded, and keeps what the index names', async () => {
    const store = await openStore();
    const early = await segmentWith(store, 0);
    expect(await store.commit(adding(early))).toMatchObject({ outcome: 'behind' });
    await store.discard([early]);
    await store.read();
    const first = await segmentWith(store, 1);
    await store.commit(adding(first));
    const second = await segmentWith(store, 2);
    await store.discard([first, second]);
    expect((await readdir(folder)).filter((name) => name.startsWith('segment-'))).toEqual([segmentFileName(first.key)]);
    expect(await valuesIn(store)).toEqual([1]);
  });

  it('makes opening throw, naming no path', async () => {
    await writeFile(join(root, 'data'), 'no folder');
    const error: unknown = await openStore().catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String(error)).not.toContain(root);
  });

  it('fails a commit naming a segment that was never written', async () => {
    const store = await openStore();
    await store.read();
    const missing: SegmentInfo = { key: newSegmentKey(), kind: 'notes', bytes: 10, meta: {} };
    expect(await store.commit(adding(missing))).toMatchObject({ outcome: 'failed' });
    expect(await store.commit({ add: [], remove: [missing.key], state: {} })).toMatchObject({ outcome: 'failed' });
    expect(await valuesIn(store)).toBe('There was no index yet.');
  });
});

describe('files that the index no longer needs', () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);

  it('go at the next start, unless they are young or not ours', async () => {
    const store = await openStore();
    await store.read();
    const [old, kept] = [await segmentWith(store, 1), await segmentWith(store, 2)];
    await store.commit(adding(old, kept));
    await store.commit({ add: [], remove: [old.key], state: {} });
    expect(await readdir(folder)).toContain(segmentFileName(old.key));
    await store.close();

    const young = await writeSegment(folder, newSegmentKey(), 'notes', {}, {});
    const left = ['.vault-loom-0123456789abcdef.tmp', 'notes of mine.tmp', 'segment.bin'];
    for (const name of left) await writeFile(join(folder, name), '');
    await mkdir(join(folder, 'segment-abcdefghij.bin.d'));
    for (const name of [...left, segmentFileName(old.key), segmentFileName(kept.key)])
      await utimes(join(folder, name), anHourAgo, anHourAgo);

    const next = await openStore();
    expect((await readdir(folder)).sort()).toEqual(
      [
        '.gitignore',
        'manifest.json',
        'notes of mine.tmp',
        'segment.bin',
        'segment-abcdefghij.bin.d',
        segmentFileName(kept.key),
        segmentFileName(young.key),
      ].sort(),
    );
    expect(await valuesIn(next)).toEqual([2]);
  });

  it('stay if another process owns the index, or the manifest cannot be read now', async () => {
    const owner = await openStore();
    const unused = await segmentWith(owner, 1);
    await utimes(join(folder, segmentFileName(unused.key)), anHourAgo, anHourAgo);
    await openStore();
    expect(await readdir(folder)).toContain(segmentFileName(unused.key));
    await Promise.all(open.map((store) => store.close()));

    await writeFile(join(folder, 'manifest.json'), 'torn');
    await (await openStore()).close();
    expect(await readdir(folder)).toContain(segmentFileName(unused.key));
  });
});

describe('an index that somebody deletes while it is open', () => {
  const deleteAll = (path: string): Promise<void> => rm(path, { recursive: true });
  const add = async (store: IndexStore, value: number): Promise<string> => {
    const segment = await segmentWith(store, value);
    return (await store.commit(adding(segment))).outcome;
  };

  it('is made again by what is saved next, with what is there', async () => {
    const store = await openStore();
    await store.read();
    await add(store, 1);
    await deleteAll(folder);
    expect(await add(store, 2)).toBe('committed');
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    expect(await valuesIn(store)).toEqual([2]);
  });

  it('names none of the files that are gone, or cut off, and lets go of them', async () => {
    const store = await openStore();
    await store.read();
    const segments = [await segmentWith(store, 1), await segmentWith(store, 2), await segmentWith(store, 3)];
    for (const segment of segments) await store.commit(adding(segment));
    const [first, second] = segments.map(({ key }) => key);
    await rm(join(folder, segmentFileName(first ?? '')));
    await writeFile(join(folder, segmentFileName(second ?? '')), 'cut off');
    const merged = await segmentWith(store, 4);
    const { outcome } = await store.commit({ add: [merged], remove: [first ?? ''], state: {} });
    expect(outcome).toBe('committed');
    expect(await valuesIn(store)).toEqual([3, 4]);
  });

  it('is not made again where what held it is gone, as with a vault that was moved', async () => {
    folder = join(root, 'vault', 'plugin', 'index');
    await mkdir(folder, { recursive: true });
    const store = await openStore();
    await store.read();
    await deleteAll(join(root, 'vault'));
    await expect(segmentWith(store, 1)).rejects.toMatchObject({ code: 'internal' });
    expect(await readdir(root)).not.toContain('vault');
  });

  it('is made again in the data folder, even if all of that is gone', async () => {
    folder = join(root, 'data', 'vaults', 'one', 'index');
    const store = await openStore();
    await store.read();
    await add(store, 1);
    await deleteAll(join(root, 'data'));
    await expect.poll(() => store.isOwner, PATIENCE).toBe(false);
    await expect.poll(() => store.isOwner, PATIENCE).toBe(true);
    await store.read();
    expect(await add(store, 2)).toBe('committed');
    expect(await valuesIn(store)).toEqual([2]);
  });
});
