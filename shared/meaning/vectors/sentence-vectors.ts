import { advertisedCapacity, canShrink, capacityAfterOverflow, type Capacity } from '../../embeddings/capacity.ts';
import { CHUNKER_VERSION } from '../../markdown/chunks/chunker.ts';
import type { EmbedderChoice } from '../../embeddings/embedder-choice.ts';
import { EmbedError, type EmbedFailure, type EmbedderIdentity } from '../../embeddings/embedder.ts';
import { chunkKeys, notePassages, passageRoom, type Passage, type PassageOptions } from '../../embeddings/passages.ts';
import { splitText } from '../../embeddings/split-text.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Slicer, Steps } from '../../kit/work/slices.ts';
import { identityText, type VectorIdentity } from '../../search/vectors/vector-types.ts';
import type { ReadTexts } from './term-vectors.ts';
import type { VectorSet } from './vectors-of-model.ts';

/** Why a text has no vector. */
export interface FailedText {
  reason: EmbedFailure;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SentenceVectorsOptions {
  choice: EmbedderChoice;
  /** The library's, which may put another in its place. */
  set: () => VectorSet;
  readTexts: ReadTexts;
  slicer: Slicer;
  /** The current notes to embed. */
  notes: () => Iterable<NoteRecord>;
  /** After each text embedded or failed. */
  onProgress: () => void;
}

/**
 * A text is passed whole even if it has this many times the model's token limit: most models read what they can, and a vector of
 * almost all of a text is as good as the mean of two. A model that refuses gets parts.
 */
const SLACK = 1.5;

/** The vectors of one embedder, and the work of making them: in the background, newest notes first, one text at a time. */
export class SentenceVectors {
  readonly choice: EmbedderChoice;
  readonly #options: SentenceVectorsOptions;
  readonly #passages: PassageOptions;
  #capacity: Capacity;
  #failed = new Map<string, FailedText>();
  readonly #inHand = new Set<string>();
  #queue: NoteRecord[] = [];
  #isQueueStale = true;
  /** The model refuses long texts, so they are cut first. */
  #isStrict = false;

  constructor(options: SentenceVectorsOptions) {
    const { choice } = options;
    const { embedder } = choice;
    this.choice = choice;
    this.#options = options;
    this.#capacity = advertisedCapacity(embedder.maxTokens);
    const room = passageRoom(embedder.maxTokens, (text) => embedder.countTokens(text));
    this.#passages = { englishOnly: choice.readsEnglishOnly, ...(room === undefined ? {} : { room }) };
  }

  get set(): VectorSet {
    return this.#options.set();
  }

  get capacity(): Capacity {
    return this.#capacity;
  }

  /** Takes a note in whose plan is known; false where its texts are needed, for {@link plan}. */
  take(record: NoteRecord): boolean {
    const keys = this.set.planned(record);
    if (keys !== null) this.set.take(record, keys);
    this.#isQueueStale = true;
    return keys !== null;
  }

  async plan(record: NoteRecord, texts: readonly string[]): Promise<void> {
    this.set.plan(record, chunkKeys(record, await this.#passagesOf(record, texts)));
    this.#isQueueStale = true;
  }

  drop(id: number): void {
    this.set.drop(id);
    this.#isQueueStale = true;
  }

  /** Texts still to embed, without the failed ones. */
  get waiting(): number {
    return this.set.vectors.waiting - this.failedTexts;
  }

  /** The failures among a note's chunks. */
  failuresOf(id: number): FailedText[] {
    if (this.#failed.size === 0) return [];
    return this.set.vectors.missingKeys(id).flatMap((key) => this.#failed.get(key) ?? []);
  }

  get failedTexts(): number {
    let failed = 0;
    for (const key of this.#failed.keys()) if (this.set.vectors.isWaiting(key)) failed++;
    return failed;
  }

  /** Retries what has failed, starting from the advertised capacity. */
  retry(): void {
    this.choice.embedder.retry?.();
    this.#failed = new Map();
    this.#isStrict = false;
    this.#capacity = advertisedCapacity(this.choice.embedder.maxTokens);
    this.#isQueueStale = true;
  }

  /**
   * Embeds until nothing is waiting.
   * @throws VaultLoomError `embedder_unavailable` if the embedder as a whole has failed; the signal's reason once aborted
   */
  async run(signal: AbortSignal): Promise<void> {
    const { callsAtOnce, textsPerCall } = this.choice.embedder.pace;
    const ended = new AbortController();
    const texts = this.#waitingTexts(AbortSignal.any([signal, ended.signal]));
    const embedInTurn = async (): Promise<void> => {
      for (;;) {
        const batch: Passage[] = [];
        while (batch.length < Math.max(1, textsPerCall)) {
          const next = await texts.next();
          if (next.done === true) break;
          batch.push(next.value);
        }
        if (batch.length === 0) return;
        await this.#embedBatch(batch, signal);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.max(1, callsAtOnce) }, embedInTurn));
    } finally {
      ended.abort();
      this.#inHand.clear();
      // Texts in progress when it was stopped are no longer queued.
      this.#isQueueStale = true;
    }
  }

  /** Texts without a vector that have not failed and are not in progress, newest notes first. */
  async *#waitingTexts(signal: AbortSignal): AsyncGenerator<Passage, undefined> {
    for (;;) {
      const record = await this.#nextNote();
      if (record === undefined || signal.aborted) return;
      const texts = await this.#options.readTexts(record);
      if (texts === null) continue;
      const wanted = new Set(this.#wantedKeys(record));
      for (const passage of await this.#passagesOf(record, texts)) {
        if (signal.aborted) return;
        if (!wanted.has(passage.key) || this.#inHand.has(passage.key) || this.set.vectors.has(passage.key)) continue;
        this.#inHand.add(passage.key);
        yield passage;
        if (this.#isQueueStale) break;
      }
    }
  }

  async #nextNote(): Promise<NoteRecord | undefined> {
    if (this.#isQueueStale) {
      this.#isQueueStale = false;
      this.#queue = await this.#options.slicer.run(this.#waitingNotes());
    }
    return this.#queue.pop();
  }

  /** Newest last, since they are taken from the end. */
  *#waitingNotes(): Steps<NoteRecord[]> {
    const waiting: NoteRecord[] = [];
    for (const record of this.#options.notes()) {
      if (this.#wantedKeys(record).length > 0) waiting.push(record);
      yield;
    }
    return waiting.sort((a, b) => a.mtimeMs - b.mtimeMs || b.id - a.id);
  }

  #wantedKeys(record: NoteRecord): string[] {
    return this.set.vectors.missingKeys(record.id).filter((key) => !this.#failed.has(key) && !this.#inHand.has(key));
  }

  #passagesOf(record: NoteRecord, texts: readonly string[]): Promise<Passage[]> {
    return this.#options.slicer.run(notePassages(record, texts, this.#passages));
  }

  async #embedBatch(batch: readonly Passage[], signal: AbortSignal): Promise<void> {
    await this.#options.slicer.pause();
    const whole = batch.filter((passage) => this.#fits(passage.text));
    const long = batch.filter((passage) => !whole.includes(passage));
    // The first count builds the tokenizer, and the first text starts a worker.
    await this.#options.slicer.pause();
    try {
      const vectors = await this.choice.embedder.embed(
        whole.map(({ text }) => text),
        'document',
        { signal, priority: 'background' },
      );
      for (const [i, { key }] of whole.entries()) this.#add(key, vectors[i]);
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      if (whole.length === 1 && error.reason !== 'too-long') this.#fail(whole[0]?.key ?? '', error.reason);
      // One of them is at fault, so each is tried alone.
      else for (const passage of whole) await this.#embedAlone(passage, signal);
    }
    for (const passage of long) await this.#embedAlone(passage, signal);
  }

  /** Embeds one text, in parts if it is too long. */
  async #embedAlone({ key, text }: Passage, signal: AbortSignal): Promise<void> {
    try {
      this.#add(key, await this.#embedWithin(text, signal));
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      this.#fail(key, error.reason);
    }
  }

  async #embedWithin(text: string, signal: AbortSignal): Promise<Float32Array> {
    const { embedder } = this.choice;
    for (;;) {
      const parts = this.#fits(text)
        ? [text]
        : splitText(text, this.#capacity.discoveredMaxTokens, (part) => embedder.countTokens(part));
      try {
        const vectors: Float32Array[] = [];
        for (const part of parts)
          vectors.push(...(await embedder.embed([part], 'document', { signal, priority: 'background' })));
        return sumOf(vectors);
      } catch (error) {
        if (!(error instanceof EmbedError) || error.reason !== 'too-long') throw error;
        const longest = Math.max(...parts.map((part) => embedder.countTokens(part)));
        const wasCut = this.#isStrict;
        this.#isStrict = true;
        if (!wasCut && longest > this.#capacity.discoveredMaxTokens) continue;
        if (!canShrink(this.#capacity)) throw error;
        this.#capacity = capacityAfterOverflow(this.#capacity, longest);
      }
    }
  }

  #fits(text: string): boolean {
    const limit = this.#capacity.discoveredMaxTokens * (this.#isStrict ? 1 : SLACK);
    return this.choice.embedder.countTokens(text) <= limit;
  }

  #add(key: string, vector: Float32Array | undefined): void {
    this.#inHand.delete(key);
    try {
      if (vector === undefined) throw new RangeError('no vector');
      this.set.vectors.add(key, vector);
      this.#options.onProgress();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#fail(key, 'embed-error');
    }
  }

  #fail(key: string, reason: EmbedFailure): void {
    this.#inHand.delete(key);
    this.#failed.set(key, { reason, at: Date.now() });
    this.#options.onProgress();
  }
}

/** The identity of an embedder's vectors for this version's chunks. */
export function vectorIdentity({ provider, model, dimensions, prefixes }: EmbedderIdentity): VectorIdentity {
  return {
    provider,
    model,
    dimensions,
    prefixes: { query: prefixes.query, document: prefixes.document },
    chunker: CHUNKER_VERSION,
  };
}

/** Whether vectors of this identity can be queried by an embedder, regardless of the chunks they were made from. */
export function isOfEmbedder(vectors: VectorIdentity, embedder: EmbedderIdentity): boolean {
  return identityText({ ...vectorIdentity(embedder), chunker: vectors.chunker }) === identityText(vectors);
}

/** The common direction of the vectors; its length does not matter. */
function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors;
  if (first === undefined) throw new EmbedError('embed-error', 'The text has nothing to embed.');
  const sum = first.slice();
  for (const vector of others) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] ?? 0);
  return sum;
}
