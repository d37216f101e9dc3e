import type { Capacity } from '../../embeddings/capacity.ts';
import type { EmbedderChoice } from '../../embeddings/embedder-choice.ts';
import { EmbedError, type EmbedFailure } from '../../embeddings/embedder.ts';
import { beginningsOf, chunkKeys, type Passage } from '../../embeddings/passages.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { byUrgency } from './by-urgency.ts';
import { LimitedEmbedder } from './limited-embedder.ts';
import type { PassagesOfNotes } from './passages-of-notes.ts';
import type { ReadTexts } from './term-vectors.ts';
import type { VectorSet } from './vectors-of-model.ts';

export interface FailedText {
  reason: EmbedFailure;
  /** Epoch milliseconds. */
  at: number;
}

export interface SentenceVectorsOptions {
  choice: EmbedderChoice;
  passages: PassagesOfNotes;
  /** Asked each time, as the library may replace it. */
  set: () => VectorSet;
  /** If given, the beginnings of passages are embedded, of those without a vector here, asked each time as well. */
  whole?: () => VectorSet;
  readTexts: ReadTexts;
  slicer: Slicer;
  /** The notes to embed, as they are now. */
  notes: () => Iterable<NoteRecord>;
  /** How many notes link to a note. */
  linksTo: (record: NoteRecord) => number;
  /** Called after each text that was embedded or failed. */
  onProgress: () => void;
}

/**
 * Vectors of one kind by one embedder, and the making of them: in the background, the newest notes and those with most
 * links first.
 */
export class SentenceVectors {
  readonly choice: EmbedderChoice;
  readonly #options: SentenceVectorsOptions;
  readonly #limited: LimitedEmbedder;
  #failed = new Map<string, FailedText>();
  readonly #inHand = new Set<string>();
  #queue: NoteRecord[] = [];
  #isQueueStale = true;

  constructor(options: SentenceVectorsOptions) {
    const { choice } = options;
    this.choice = choice;
    this.#options = options;
    this.#limited = new LimitedEmbedder(choice.embedder);
  }

  get set(): VectorSet {
    return this.#options.set();
  }

  get capacity(): Capacity {
    return this.#limited.capacity;
  }

  /** Takes in a note if its plan is known; if not, {@link plan} needs its texts. */
  take(record: NoteRecord): boolean {
    this.#isQueueStale = true;
    if (this.#hasWhole(record)) {
      this.set.drop(record.id);
      return true;
    }
    const keys = this.set.planned(record);
    if (keys !== null) this.set.take(record, keys);
    return keys !== null;
  }

  async plan(record: NoteRecord, texts: readonly string[]): Promise<void> {
    const passages = await this.#options.passages.of(record, texts);
    const own = this.#textsOf(passages).filter((_, i) => !this.#isEmbeddedWhole(passages[i]?.key ?? null));
    this.set.plan(record, chunkKeys(record, own));
    this.#isQueueStale = true;
  }

  drop(id: number): void {
    this.set.drop(id);
    this.#isQueueStale = true;
  }

  /** Texts still to embed, except failed ones. */
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

  /** Retries what has failed, with the advertised capacity. */
  retry(): void {
    this.choice.embedder.retry?.();
    this.#failed = new Map();
    this.#limited.reset();
    this.#isQueueStale = true;
  }

  /**
   * Embeds until nothing is waiting, or something else is more urgent.
   * @throws VaultLoomError `embedder_unavailable` if the embedder as a whole fails; the signal's reason once aborted
   */
  async run(signal: AbortSignal, isUrgentElsewhere: () => boolean = () => false): Promise<void> {
    const { callsAtOnce, textsPerCall: wholePerCall, shortTextsPerCall = wholePerCall } = this.choice.embedder.pace;
    const textsPerCall = this.#areShort ? shortTextsPerCall : wholePerCall;
    const ended = new AbortController();
    const texts = this.#waitingTexts(AbortSignal.any([signal, ended.signal]), isUrgentElsewhere);
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
      // Texts in progress have left the queue.
      this.#isQueueStale = true;
    }
  }

  /** Texts without a vector that are neither failed nor in progress, by note, as {@link byUrgency}. */
  async *#waitingTexts(signal: AbortSignal, isUrgentElsewhere: () => boolean): AsyncGenerator<Passage, undefined> {
    for (;;) {
      const record = await this.#nextNote();
      if (record === undefined || signal.aborted || isUrgentElsewhere()) return;
      const texts = await this.#options.readTexts(record);
      if (texts === null) continue;
      const wanted = new Set(this.#wantedKeys(record));
      const isSubjectDue = this.#isSubjectDue(record);
      for (const passage of this.#textsOf(await this.#options.passages.of(record, texts))) {
        if (signal.aborted) return;
        if (!wanted.has(passage.key) || this.#inHand.has(passage.key) || this.set.vectors.has(passage.key)) continue;
        this.#inHand.add(passage.key);
        yield passage;
        if (isUrgentElsewhere()) return;
        if (isSubjectDue || this.#isQueueStale) break;
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

  /** The most urgent last, to be taken from the end. */
  *#waitingNotes(): Steps<NoteRecord[]> {
    const waiting: NoteRecord[] = [];
    for (const record of this.#options.notes()) {
      if (this.#wantedKeys(record).length > 0) waiting.push(record);
      yield;
    }
    const urgent = yield* byUrgency(waiting, this.#options.linksTo);
    const due: NoteRecord[] = [];
    const others: NoteRecord[] = [];
    yield* visitSteps(urgent, (record) => (this.#isSubjectDue(record) ? due : others).push(record));
    return due.concat(others).reverse();
  }

  /** Of beginnings, every note gets its first before any note gets more: a later run takes the rest. */
  #isSubjectDue({ id }: NoteRecord): boolean {
    return this.#areShort && this.set.vectors.coverage(id).embedded === 0;
  }

  #hasWhole(record: NoteRecord): boolean {
    const keys = this.#options.whole?.().planned(record) ?? null;
    return keys?.every((key) => key === null || this.#isEmbeddedWhole(key)) ?? false;
  }

  #isEmbeddedWhole(key: string | null): boolean {
    return key !== null && this.#options.whole?.().vectors.has(key) === true;
  }

  #wantedKeys(record: NoteRecord): string[] {
    return this.set.vectors.missingKeys(record.id).filter((key) => !this.#failed.has(key) && !this.#inHand.has(key));
  }

  /** What is embedded of each passage, in the same order. */
  #textsOf(passages: readonly Passage[]): readonly Passage[] {
    return this.#areShort ? beginningsOf(passages) : passages;
  }

  get #areShort(): boolean {
    return this.#options.whole !== undefined;
  }

  async #embedBatch(batch: readonly Passage[], signal: AbortSignal): Promise<void> {
    await this.#options.slicer.pause();
    const whole = batch.filter((passage) => this.#limited.fits(passage.text));
    const long = batch.filter((passage) => !whole.includes(passage));
    // Counting may have built the tokenizer, and the first text starts a worker.
    await this.#options.slicer.pause();
    try {
      const vectors = await this.choice.embedder.embed(
        whole.map(({ text }) => text),
        'document',
        { signal, priority: 'background', areShort: this.#areShort },
      );
      for (const [i, { key }] of whole.entries()) this.#add(key, vectors[i]);
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      if (whole.length === 1 && error.reason !== 'too-long') this.#fail(whole[0]?.key ?? '', error.reason);
      // One of them is at fault: try each alone.
      else for (const passage of whole) await this.#embedAlone(passage, signal);
    }
    for (const passage of long) await this.#embedAlone(passage, signal);
  }

  async #embedAlone({ key, text }: Passage, signal: AbortSignal): Promise<void> {
    try {
      this.#add(key, await this.#limited.embed(text, signal));
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      this.#fail(key, error.reason);
    }
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
