import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { SENTENCES_KIND, VectorLibrary } from './vault-vectors.ts';
import { VectorSet } from './vectors-of-model.ts';
import { VectorStorage } from './saved-vectors.ts';

let scratch = '';

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'vault-loom-vectors-'));
});

afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const slicer = new Slicer(8, eventLoopYield());
const place = (): { folder: string; dataFolder: string } => ({
  folder: join(scratch, 'vectors'),
  dataFolder: join(scratch, 'data'),
});

function makeLibrary(): VectorLibrary {
  const { folder, dataFolder } = place();
  return new VectorLibrary({
    folder: () => Promise.resolve(folder),
    dataFolder,
    slicer,
    log: () => undefined,
    onRole: () => undefined,
    onOthers: () => undefined,
  });
}

it('waits for a folder that is being opened when it closes, and leaves no lock', async () => {
  const library = makeLibrary();
  let hasOpened = false;
  const opening = library.open().then(() => (hasOpened = true));
  await Promise.resolve();
  await Promise.resolve();
  await library.close();
  expect(hasOpened).toBe(true);
  expect(readdirSync(join(scratch, 'data', 'locks'))).toEqual([]);
  await opening;
});

it('keeps the notes of a follower when the owner has merged the files: it answers about them meanwhile', async () => {
  const identity = { provider: 'toy', model: 'toy', dimensions: 2, prefixes: { query: '', document: '' }, chunker: 1 };
  const keyOf = (number: number): string => number.toString(16).padStart(32, '0');
  const record = (id: number): NoteRecord => ({ id, hash: keyOf(id), title: 'Note' }) as NoteRecord;
  const none = (): void => undefined;
  const storage = await VectorStorage.open({ ...place(), onOwner: none, onLost: none, onChanged: none });
  await storage.read();
  const owners = new VectorSet(SENTENCES_KIND, identity);
  const embed = async (id: number): Promise<void> => {
    owners.plan(record(id), [keyOf(id)]);
    owners.vectors.add(keyOf(id), [1, id]);
    await owners.save(storage, slicer);
  };
  await embed(1);
  const library = makeLibrary();
  try {
    await library.open();
    const before = await library.adopt(identity);
    before.take(record(1), before.planned(record(1)) ?? []);
    expect(before.vectors.coverage(1)).toEqual({ chunks: 1, embedded: 1 });
    for (let id = 2; library.sentences === before && id < 40; id++) {
      await embed(id);
      await library.refresh();
    }
    expect(library.sentences).not.toBe(before);
    expect(library.sentences?.vectors.coverage(1)).toEqual({ chunks: 1, embedded: 1 });
  } finally {
    await library.close();
    await storage.close();
  }
});
