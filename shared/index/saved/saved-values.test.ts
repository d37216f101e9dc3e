import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexStore } from '../../store/segment-store.ts';
import { SavedValues } from './saved-values.ts';

let scratch: string;
let store: IndexStore;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vault-loom-values-'));
  store = await IndexStore.open(join(scratch, 'index'), { dataFolder: join(scratch, 'data'), format: 1 });
});
afterEach(async () => {
  await store.close();
  await rm(scratch, { recursive: true, force: true });
});

const segments = async (): Promise<string[]> =>
  (await readdir(store.folder)).filter((name) => name.startsWith('segment-'));

describe('a saved value', () => {
  it('is read as it was saved last', async () => {
    await store.read();
    const values = new SavedValues(store);
    await values.put('ranks', { a: 1 });
    await values.put('ranks', { a: 2 });
    expect(await values.get('ranks')).toEqual({ a: 2 });
    expect(await values.get('themes')).toBeNull();
  });

  it('leaves no file if it cannot be committed', async () => {
    // Nothing can be committed to an index that was not read.
    const values = new SavedValues(store);
    for (let i = 0; i < 3; i++) await values.put('ranks', { a: i });
    expect(await segments()).toEqual([]);
    expect(await values.get('ranks')).toBeNull();
  });
});
