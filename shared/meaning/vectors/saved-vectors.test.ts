import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VectorStorage } from './saved-vectors.ts';

let scratch: string;
let storage: VectorStorage;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vault-loom-vectors-'));
  storage = await VectorStorage.open({
    folder: join(scratch, 'vectors'),
    dataFolder: join(scratch, 'data'),
    onOwner: () => undefined,
    onLost: () => undefined,
    onChanged: () => undefined,
  });
});
afterEach(async () => {
  await storage.close();
  await rm(scratch, { recursive: true, force: true });
});

const segments = async (): Promise<string[]> =>
  (await readdir(join(scratch, 'vectors'))).filter((name) => name.startsWith('segment-'));
const segment = (...bytes: number[]) => ({ kind: 'vectors', sections: { bytes: Uint8Array.of(...bytes) }, meta: {} });

it('leaves no files of a commit that fails, and has those of one that succeeds', async () => {
  // The first is refused, as the folder was not read; that is done then.
  expect(await storage.commit([segment(1), segment(2)], [])).toBeNull();
  expect(await segments()).toEqual([]);
  expect(await storage.commit([segment(1), segment(2)], [])).toHaveLength(2);
  expect(await segments()).toHaveLength(2);
});
