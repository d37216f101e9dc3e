import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNKER_VERSION } from '../../shared/markdown/chunks/chunker.ts';
import { INDEX_FORMAT } from '../../shared/index/saved/saved-index.ts';
import { decodeRecords, loadedSections, NOTES_KIND } from '../../shared/index/saved/note-segment.ts';
import { TermVectors } from '../../shared/meaning/vectors/term-vectors.ts';
import { SENTENCES_KIND } from '../../shared/meaning/vectors/vault-vectors.ts';
import { VectorSet } from '../../shared/meaning/vectors/vectors-of-model.ts';
import { VECTORS_FOLDER, VectorStorage } from '../../shared/meaning/vectors/saved-vectors.ts';
import type { NoteRecord } from '../../shared/notes/note-record.ts';
import { eventLoopYield, runSteps, Slicer } from '../../shared/kit/concurrency/slices.ts';
import { IndexStore } from '../../shared/store/segment-store.ts';
import type { Random } from '../../shared/kit/random.ts';
import { seededRandom } from '../../shared/kit/random.ts';

/** The identity of the built-in encoder, whose vectors are imitated. */
const IDENTITY = {
  provider: 'use',
  model: 'universal-sentence-encoder-lite-q8',
  dimensions: 512,
  prefixes: { query: '', document: '' },
  chunker: CHUNKER_VERSION,
};
const SLICE_MS = 10;

/**
 * Gives every chunk of an index in use by no process a vector under the name of the built-in encoder, drawn from a
 * seed: what takes that an hour, in seconds. The chunks are known from the vectors of terms. Returns how many vectors
 * there are.
 */
export async function prefill(dataDir: string): Promise<number> {
  const folder = await indexFolder(dataDir);
  const slicer = new Slicer(SLICE_MS, eventLoopYield());
  const storage = await VectorStorage.open({
    folder: join(folder, VECTORS_FOLDER),
    dataFolder: dataDir,
    onOwner: () => undefined,
    onLost: () => undefined,
    onChanged: () => undefined,
  });
  try {
    await storage.read();
    const terms = new TermVectors();
    await terms.load(storage, slicer);
    const random = seededRandom(7);
    const set = new VectorSet(SENTENCES_KIND, IDENTITY);
    for (const record of await readRecords(folder, dataDir)) {
      const keys = terms.set?.planned(record) ?? null;
      if (keys === null) continue;
      set.plan(record, keys);
      for (const key of keys) if (key !== null) set.vectors.add(key, drawVector(random));
    }
    if (!(await set.save(storage, slicer, { add: [], remove: storage.segments(SENTENCES_KIND) })))
      throw new Error('The vectors could not be saved.');
    return set.vectors.size;
  } finally {
    await storage.close();
  }
}

/** The vectors folder of a data folder's only vault. */
export async function vectorsFolder(dataDir: string): Promise<string> {
  return join(await indexFolder(dataDir), VECTORS_FOLDER);
}

async function readRecords(folder: string, dataFolder: string): Promise<NoteRecord[]> {
  const store = await IndexStore.open(folder, { dataFolder, format: INDEX_FORMAT });
  try {
    const stored = await store.read();
    const records = new Map<number, NoteRecord>();
    for (const info of 'manifest' in stored ? stored.manifest.segments : []) {
      if (info.kind !== NOTES_KIND) continue;
      const reader = await store.openSegment(info);
      for (const record of runSteps(decodeRecords(await loadedSections(reader)))) records.set(record.id, record);
      await reader.close();
    }
    return [...records.values()];
  } finally {
    await store.close();
  }
}

async function indexFolder(dataDir: string): Promise<string> {
  const [vault] = await readdir(join(dataDir, 'vaults'));
  if (vault === undefined) throw new Error('There is no index yet.');
  return join(dataDir, 'vaults', vault, 'index');
}

function drawVector(random: Random): Float32Array {
  return Float32Array.from({ length: IDENTITY.dimensions }, () => random.next() - 0.5);
}
