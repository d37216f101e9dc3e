import { notePassages } from '../../embeddings/passages.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { SentenceVectors } from './sentence-vectors.ts';
import type { ReadTexts } from './term-vectors.ts';
import type { VectorLibrary } from './vault-vectors.ts';

export interface TakenNotesOptions {
  /** The index now. */
  index: () => NoteIndex;
  library: VectorLibrary;
  /** Of all kinds that the embedder makes; none if there is no embedder, or not yet. */
  embedded: () => readonly SentenceVectors[];
  readTexts: ReadTexts;
  slicer: Slicer;
}

/** The notes of the index as the vectors have them. */
export class TakenNotes {
  readonly #options: TakenNotesOptions;
  /** The records that the vectors reflect, and the round in which each was taken in. */
  readonly #taken = new Map<number, { record: NoteRecord; round: number }>();
  #round = 0;

  constructor(options: TakenNotesOptions) {
    this.#options = options;
  }

  /** The record that the vectors have for a note's number. */
  record(id: number): NoteRecord | undefined {
    return this.#taken.get(id)?.record;
  }

  records(): NoteRecord[] {
    return [...this.#taken.values()].map(({ record }) => record);
  }

  /** The vectors were replaced: every note is taken in again next time. */
  takeAllAgain(): void {
    this.#round++;
  }

  /**
   * Takes in new and changed notes, and drops those that are gone.
   * @throws the signal's reason once aborted
   */
  async takeAll(signal: AbortSignal): Promise<void> {
    const { slicer } = this.#options;
    await slicer.run(this.#dropGone());
    for (const record of await slicer.run(this.#untaken())) {
      await this.#take(record);
      signal.throwIfAborted();
      await slicer.pause();
    }
  }

  /** Drops notes that left the index or that search does not include. */
  *#dropGone(): Steps<void> {
    const { library, embedded } = this.#options;
    const index = this.#options.index();
    for (const [id, { record }] of this.#taken) {
      yield;
      const now = index.noteById(id);
      if (now !== undefined && takesPartInSearch(now)) continue;
      this.#taken.delete(id);
      library.terms.drop(record);
      library.former?.drop(id);
      for (const vectors of embedded()) vectors.drop(id);
    }
  }

  *#untaken(): Steps<NoteRecord[]> {
    const untaken: NoteRecord[] = [];
    for (const record of this.#options.index().searched()) {
      const taken = this.#taken.get(record.id);
      if (taken?.record !== record || taken.round !== this.#round) untaken.push(record);
      yield;
    }
    return untaken;
  }

  async #take(record: NoteRecord): Promise<void> {
    const { library, embedded, readTexts, slicer } = this.#options;
    const { terms, former } = library;
    const round = this.#round;
    const arePlaced = terms.take(record);
    const unplanned = embedded().filter((vectors) => !vectors.take(record));
    const formerKeys = former?.planned(record) ?? null;
    if (formerKeys !== null) former?.take(record, formerKeys);
    else former?.drop(record.id);
    if (!arePlaced || unplanned.length > 0) {
      const texts = await readTexts(record);
      if (texts === null) return;
      if (!arePlaced) await slicer.run(terms.place(record, await slicer.run(notePassages(record, texts))));
      for (const vectors of unplanned) await vectors.plan(record, texts);
    }
    this.#taken.set(record.id, { record, round });
  }
}
