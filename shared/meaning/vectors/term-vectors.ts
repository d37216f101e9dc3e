import { CHUNKER_VERSION } from '../../markdown/chunks/chunker.ts';
import { decodeLsaModel, encodeLsaModel } from '../../embeddings/lsa/lsa-format.ts';
import { LsaModel } from '../../embeddings/lsa/lsa-model.ts';
import { isTrainingText } from '../../embeddings/lsa/lsa-trainer.ts';
import { needsRetraining } from '../../embeddings/lsa/retraining.ts';
import { trainLsa, type TrainLsaOptions } from '../../embeddings/lsa/train-lsa.ts';
import { chunkKeys, notePassages, passageTexts, type Passage } from '../../embeddings/passages.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { sorted } from '../../kit/concurrency/sorted.ts';
import type { VectorIdentity } from '../../search/vectors/vector-types.ts';
import { checksumText, crc32Steps } from '../../kit/bytes/checksum.ts';
import type { SegmentInfo } from '../../store/store-types.ts';
import { Placing } from './placing.ts';
import { isOfIdentity } from './vector-identity.ts';
import { VectorSet } from './vectors-of-model.ts';
import type { VectorStorage } from './saved-vectors.ts';

/** Reads the visible texts of a note's chunks; null if the note has changed by now. */
export type ReadTexts = (record: NoteRecord) => Promise<string[] | null>;

/** What training needs from the engine. */
export type TrainingHost = Omit<TrainLsaOptions, 'texts'> & { readTexts: ReadTexts };

const MODEL_KIND = 'lsa-model';
const VECTORS_KIND = 'term-vectors';
/** Fewer texts do not show which terms go together. */
const FEWEST_TEXTS = 30;

/**
 * Vectors of terms that go together in this vault (LSA), in any language, without external weights. Learned once, and
 * again after many changes; meanwhile known terms place new texts.
 */
export class TermVectors {
  #model: LsaModel | null = null;
  #set: VectorSet | null = null;
  /** The model's segment; null while unsaved. */
  #saved: SegmentInfo | null = null;
  #trainedOn = 0;
  /** Texts added or removed since training. */
  #changed = 0;

  get set(): VectorSet | null {
    return this.#set;
  }

  /** The vector of a query; null without a model, or if it knows none of the query's terms. */
  query(text: string): Float32Array | null {
    const vector = this.#model?.embed(text) ?? null;
    return vector?.some((value) => value !== 0) === true ? vector : null;
  }

  /**
   * Loads what is on disk; true if all notes must be taken in again.
   * @throws {Error} if it cannot be trusted; the previous state stays
   */
  async load(storage: VectorStorage, slicer: Slicer): Promise<boolean> {
    const info = storage.segments(MODEL_KIND).at(-1);
    if (info === undefined) return false;
    const bytes = this.#saved?.key === info.key ? null : await storage.readSegment(info, (section) => section('model'));
    const model = bytes === null ? this.#model : await slicer.run(LsaModel.of(await slicer.run(decodeLsaModel(bytes))));
    if (model === null) return false;
    const identity =
      bytes === null ? (this.#set?.identity ?? null) : await slicer.run(identityOfModel(bytes, model.dimensions));
    if (identity === null) return false;
    const saved = storage.segments(VECTORS_KIND).filter((segment) => isOfIdentity(segment, identity));
    const set = bytes === null && this.#set?.knows(saved) === true ? this.#set : new VectorSet(VECTORS_KIND, identity);
    await set.attach(saved, storage, slicer);
    const isNew = set !== this.#set;
    if (isNew && this.#set !== null) await slicer.run(set.takeOver(this.#set));
    [this.#model, this.#set, this.#saved] = [model, set, info];
    this.#trainedOn = Number(info.meta['trainedOn']) || 0;
    this.#changed = Math.max(0, ...saved.map(({ meta }) => Number(meta['changed']) || 0));
    return isNew;
  }

  /** Forgets everything, as what is on disk cannot be trusted. */
  reset(): void {
    [this.#model, this.#set, this.#saved, this.#trainedOn, this.#changed] = [null, null, null, 0, 0];
  }

  /** Whether to train a model, given the number of texts. */
  needsTraining(texts: number): boolean {
    if (texts < FEWEST_TEXTS) return false;
    return this.#model === null || needsRetraining({ trainedOn: this.#trainedOn, now: texts, changed: this.#changed });
  }

  /** Takes in a note if its plan is known; if not, {@link place} needs its texts. */
  take(record: NoteRecord): boolean {
    if (this.#set === null) return true;
    const keys = this.#set.planned(record);
    if (keys === null) return false;
    this.#set.take(record, keys);
    return this.#set.vectors.missing(record.id).length === 0;
  }

  /** Places the texts of a note. */
  *place(record: NoteRecord, passages: readonly Passage[]): Steps<void> {
    if (this.#set === null || this.#model === null) return;
    this.#changed += yield* placeNote(this.#set, this.#model, record, passages);
  }

  drop(record: NoteRecord): void {
    this.#set?.drop(record.id);
    this.#changed += record.chunkCount;
  }

  /** Trains a model on these notes and makes vectors of all their texts, which replace the old ones at once. */
  async train(notes: readonly NoteRecord[], host: TrainingHost): Promise<void> {
    const { readTexts, slicer, signal } = host;
    // The same texts in the same order make the same model; their numbers here do not matter.
    const inOrder = await slicer.run(sorted(notes, (a, b) => compareCodeUnits(a.path, b.path)));
    const total = inOrder.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const { model, place, end } = await trainLsa({ ...host, texts: () => trainingTexts(inOrder, total, host) });
    try {
      const bytes = await slicer.run(encodeLsaModel(model.parts));
      const identity = await slicer.run(identityOfModel(bytes, model.dimensions));
      await slicer.pause();
      const set = new VectorSet(VECTORS_KIND, identity);
      const placing = new Placing({ place, add: (keys, vectors) => slicer.run(addVectors(set, keys, vectors)) });
      for (const record of inOrder) {
        const passages = await passagesOf(record, readTexts, slicer);
        if (passages !== null) await placeAll(set, record, passages, placing);
        signal.throwIfAborted();
      }
      await placing.end();
      [this.#model, this.#set, this.#saved, this.#trainedOn, this.#changed] = [model, set, null, total, 0];
    } finally {
      end();
    }
  }

  /** Releases what speeds up placing many texts; placing another restores it. */
  rest(): void {
    this.#model?.rest();
  }

  hasUnsaved(): boolean {
    return this.#set !== null && (this.#saved === null || this.#set.hasUnsaved());
  }

  /** Saves what is new; false if something is left for later. */
  async save(storage: VectorStorage, slicer: Slicer): Promise<boolean> {
    const set = this.#set;
    const model = this.#model;
    if (set === null || model === null) return true;
    set.facts = { changed: this.#changed };
    if (this.#saved !== null) return set.save(storage, slicer);
    const encoded = await slicer.run(encodeLsaModel(model.parts));
    if (this.#set !== set) return false;
    const before = [...storage.segments(MODEL_KIND), ...storage.segments(VECTORS_KIND)];
    const add = [{ kind: MODEL_KIND, sections: { model: encoded }, meta: { trainedOn: this.#trainedOn } }];
    const done = await set.save(storage, slicer, { add, remove: before });
    if (this.#set === set) this.#saved = storage.segments(MODEL_KIND).find((info) => !before.includes(info)) ?? null;
    return done;
  }
}

async function* trainingTexts(
  notes: readonly NoteRecord[],
  total: number,
  { readTexts, slicer, signal }: TrainingHost,
): AsyncGenerator<string> {
  let number = 0;
  for (const record of notes) {
    signal.throwIfAborted();
    const chosen = [...Array(record.chunkCount).keys()].filter((i) => isTrainingText(number + i, total));
    number += record.chunkCount;
    const texts = chosen.length === 0 ? null : await readTexts(record);
    if (texts === null) continue;
    await slicer.pause();
    yield* passageTexts(record, texts, chosen);
  }
}

function* placeNote(set: VectorSet, model: LsaModel, record: NoteRecord, passages: readonly Passage[]): Steps<number> {
  set.plan(record, chunkKeys(record, passages));
  let placed = 0;
  for (const { key, text } of passages) {
    if (set.vectors.has(key)) continue;
    set.vectors.add(key, model.embed(text));
    placed++;
    yield;
  }
  return placed;
}

async function placeAll(
  set: VectorSet,
  record: NoteRecord,
  passages: readonly Passage[],
  placing: Placing,
): Promise<void> {
  set.plan(record, chunkKeys(record, passages));
  for (const { key, text } of passages) if (!set.vectors.has(key)) await placing.take(key, text);
}

function* addVectors(set: VectorSet, keys: readonly string[], vectors: readonly Float32Array[]): Steps<void> {
  for (const [i, key] of keys.entries()) {
    yield;
    const vector = vectors[i];
    if (vector !== undefined && !set.vectors.has(key)) set.vectors.add(key, vector);
  }
}

async function passagesOf(record: NoteRecord, readTexts: ReadTexts, slicer: Slicer): Promise<Passage[] | null> {
  const texts = await readTexts(record);
  return texts === null ? null : slicer.run(notePassages(record, texts));
}

function* identityOfModel(bytes: Uint8Array, dimensions: number): Steps<VectorIdentity> {
  return {
    provider: 'lsa',
    model: `lsa-${checksumText(yield* crc32Steps(bytes))}`,
    dimensions,
    prefixes: { query: '', document: '' },
    chunker: CHUNKER_VERSION,
  };
}
