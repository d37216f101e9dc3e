import { byNumber } from '../../kit/by-number.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { NoteMeans } from './note-means.ts';
import { NoteScores } from './note-scores.ts';
import { passagePairs, type PassagePair } from './passage-pairs.ts';
import type { RowMemory } from './row-memory.ts';
import { ROWS_A_CALL } from './row-memory.ts';
import { VectorRows } from './vector-rows.ts';
import type { PreparedQuery } from './vector-rows.ts';
import { VectorSegments } from './vector-segments.ts';
import type { VectorIdentity, VectorScores } from './vector-types.ts';

/**
 * The vectors of a vault's chunks in memory, of one identity. A vector belongs to a text, named by its content hash,
 * and notes name the texts of their chunks. So a text has one vector however many chunks have it, and keeps it while
 * notes move, come and go. Does no I/O.
 */
export class NoteVectors {
  readonly identity: VectorIdentity;
  /** How they are saved. */
  readonly segments: VectorSegments;
  readonly #rows: VectorRows;
  /** Rows of each note's chunks, in order; -1 for a chunk left out. */
  readonly #notes = new Map<number, Int32Array>();
  /** Notes with at least one chunk not left out. */
  #readable = 0;
  /** How many chunks name each row. */
  #uses: number[] = [];
  /** Texts of chunks without a vector. */
  #waiting = 0;
  readonly #scans = new Set<NoteScores>();
  /** Made when first asked for. */
  #means: NoteMeans | null = null;
  /** Grows with every change of notes or of their vectors. */
  #version = 0;
  #meansVersion = -1;
  #led = { version: -1, share: 0 };

  /** @throws {RangeError} on dimensions that are not supported */
  constructor(identity: VectorIdentity, memory?: (stride: number) => RowMemory) {
    this.identity = identity;
    this.#rows = new VectorRows(identity.dimensions, memory);
    this.segments = new VectorSegments({ identity, rows: this.#rows, onFilled: (row) => this.#filled(row) });
  }

  /** Number of vectors. */
  get size(): number {
    return this.#rows.filled;
  }

  /** Texts that notes name but that have no vector yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Vectors that no note names, and {@link sweep} drops. */
  unnamed(): number {
    let unnamed = 0;
    for (let row = 0; row < this.#rows.end; row += 1) {
      if ((this.#uses[row] ?? 0) === 0 && this.#rows.has(row)) unnamed += 1;
    }
    return unnamed;
  }

  /**
   * Names the texts of a note's chunks in order, in place of the previous ones: content hashes of 32 hexadecimal
   * digits, null for a chunk that the model cannot read.
   */
  setNote(id: number, keys: readonly (string | null)[]): void {
    const rows = Int32Array.from(keys, (key) => (key === null ? -1 : this.#use(key)));
    this.removeNote(id);
    this.#notes.set(id, rows);
    this.#version += 1;
    if (isReadable(rows)) this.#readable += 1;
  }

  /** Whether the texts of a note were named, even if the model can read none of them. */
  knows(id: number): boolean {
    return this.#notes.has(id);
  }

  /** Share of the notes of which the model can read anything, 0 to 1; 1 if there are none. */
  get readableShare(): number {
    return this.#notes.size === 0 ? 1 : this.#readable / this.#notes.size;
  }

  /** Share of the notes that the model can read whose first chunk has a vector, 0 to 1. */
  get leadShare(): number {
    if (this.#led.version !== this.#version) {
      let embedded = 0;
      for (const rows of this.#notes.values()) {
        const first = rows.find((row) => row >= 0);
        if (first !== undefined && this.#rows.has(first)) embedded += 1;
      }
      this.#led = { version: this.#version, share: this.#readable === 0 ? 0 : embedded / this.#readable };
    }
    return this.#led.share;
  }

  removeNote(id: number): void {
    const rows = this.#notes.get(id) ?? new Int32Array(0);
    for (const row of rows) if (row >= 0) this.#release(row);
    if (isReadable(rows)) this.#readable -= 1;
    this.#notes.delete(id);
    this.#version += 1;
  }

  /** Whether a text has a vector. */
  has(key: string): boolean {
    const row = this.#rows.find(key);
    return row !== undefined && this.#rows.has(row);
  }

  /** Whether notes name the text and it has no vector yet. */
  isWaiting(key: string): boolean {
    const row = this.#rows.find(key);
    return row !== undefined && (this.#uses[row] ?? 0) > 0 && !this.#rows.has(row);
  }

  /** The note's chunks without a vector, by number. */
  missing(id: number): number[] {
    const rows = this.#notes.get(id) ?? new Int32Array(0);
    return [...rows].flatMap((row, chunk) => (row >= 0 && !this.#rows.has(row) ? chunk : []));
  }

  /** Keys of the note's texts without a vector, each once. */
  missingKeys(id: number): string[] {
    const keys = new Set<string>();
    for (const row of this.#notes.get(id) ?? []) {
      const key = row < 0 || this.#rows.has(row) ? null : this.#rows.keyOf(row);
      if (key !== null) keys.add(key);
    }
    return [...keys];
  }

  /** How many chunks of a note the model can read, and how many of these have a vector. */
  coverage(id: number): { chunks: number; embedded: number } {
    const counts = { chunks: 0, embedded: 0 };
    for (const row of this.#notes.get(id) ?? []) {
      if (row < 0) continue;
      counts.chunks += 1;
      if (this.#rows.has(row)) counts.embedded += 1;
    }
    return counts;
  }

  /**
   * Gives a text its vector, of any length.
   * @throws {RangeError} on other dimensions or numbers that are not finite; nothing changes then
   */
  add(key: string, vector: ArrayLike<number>): void {
    if (this.has(key)) return;
    this.#filled(this.#rows.put(key, vector));
  }

  /**
   * Compares a query with all chunks, or with those of notes that pass the filter, called once per note. Notes with the
   * same score are in `order`, which is by number unless given.
   * @throws {RangeError} on other dimensions or numbers that are not finite
   */
  *score(query: ArrayLike<number>, filter?: (id: number) => boolean, order = byNumber): Steps<VectorScores> {
    const prepared = this.#rows.prepare(query);
    const notes = filter === undefined ? this.#notes : new Map([...this.#notes].filter(([id]) => filter(id)));
    const scores = new NoteScores(this.#rows, notes, prepared, order);
    if (filter !== undefined && chunksOf(notes) * NARROW < this.#rows.end) return scores;
    this.#scans.add(scores);
    try {
      yield* this.#scan(prepared, scores);
    } finally {
      this.#scans.delete(scores);
    }
    return scores;
  }

  /** One vector per note, as up to date as when this ends. */
  *means(): Steps<NoteMeans> {
    this.#means ??= new NoteMeans(this.#rows.dimensions);
    const version = this.#version;
    if (version !== this.#meansVersion) yield* this.#means.update(this.#notes, this.#rows);
    this.#meansVersion = version;
    return this.#means;
  }

  /** The nearest chunks of a note and each of the others; see `passagePairs`. */
  pairs(id: number, others: readonly number[]): Steps<Map<number, PassagePair>> {
    const rowsOf = (note: number): Int32Array => this.#notes.get(note) ?? new Int32Array(0);
    return passagePairs(this.#rows, rowsOf(id), new Map(others.map((other) => [other, rowsOf(other)])));
  }

  /** Drops vectors that no note names, unless a segment is being written; returns how many. */
  sweep(): number {
    if (this.segments.isWriting) return 0;
    let freed = 0;
    for (let row = 0; row < this.#rows.end; row += 1) {
      if (this.#rows.keyOf(row) === null || (this.#uses[row] ?? 0) > 0) continue;
      this.segments.forget(row);
      this.#rows.free(row);
      freed += 1;
    }
    return freed;
  }

  *#scan(query: PreparedQuery, scores: NoteScores): Steps<void> {
    for (let first = 0; first < this.#rows.end && first < scores.cosines.length; first += ROWS_A_CALL) {
      const count = Math.min(ROWS_A_CALL, this.#rows.end - first, scores.cosines.length - first);
      this.#rows.cosines(query, first, count, scores.cosines);
      yield;
    }
  }

  #use(key: string): number {
    const row = this.#rows.claim(key);
    const uses = this.#uses[row] ?? 0;
    this.#uses[row] = uses + 1;
    if (uses === 0 && !this.#rows.has(row)) this.#waiting += 1;
    return row;
  }

  #release(row: number): void {
    const uses = (this.#uses[row] ?? 0) - 1;
    this.#uses[row] = uses;
    if (uses > 0 || this.#rows.has(row)) return;
    this.#waiting -= 1;
    this.#rows.free(row);
  }

  /** The row has a vector now, so earlier results for it are void. */
  #filled(row: number): void {
    this.#version += 1;
    this.#uses[row] ??= 0;
    if ((this.#uses[row] as number) > 0) this.#waiting -= 1;
    for (const scan of this.#scans) scan.cosines[row] = NaN;
  }
}

/** If a filter leaves fewer chunks than one in n rows, each is compared on its own. */
const NARROW = 8;

function isReadable(rows: Int32Array): boolean {
  return rows.some((row) => row >= 0);
}

function chunksOf(notes: ReadonlyMap<number, Int32Array>): number {
  let chunks = 0;
  for (const rows of notes.values()) chunks += rows.length;
  return chunks;
}
