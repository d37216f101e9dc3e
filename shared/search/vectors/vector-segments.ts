import type { Steps } from '../../kit/concurrency/slices.ts';
import { SegmentLedger } from './segment-ledger.ts';
import { emptyVectorSegment, readKey, readVectorSegment, sealVectorSegment, writeKey } from './vector-segment.ts';
import type { VectorRows } from './vector-rows.ts';
import { identityText } from './vector-types.ts';
import type { VectorIdentity } from './vector-types.ts';

export interface VectorSegmentsParts {
  identity: VectorIdentity;
  rows: VectorRows;
  /** Called for each row that gets its vector from a segment. */
  onFilled: (row: number) => void;
}

/** Vectors as segments: makes their bytes, takes saved ones in, and knows what is saved where. Does no I/O. */
export class VectorSegments {
  readonly #parts: VectorSegmentsParts;
  readonly #ledger = new SegmentLedger();
  #writers = 0;

  constructor(parts: VectorSegmentsParts) {
    this.#parts = parts;
  }

  get keys(): string[] {
    return this.#ledger.keys;
  }

  /** Vectors in no segment: a hint when to freeze. */
  get unsaved(): number {
    return this.#parts.rows.filled - this.#ledger.saved;
  }

  /** While one is written, no row may be freed, as its number could go to another text. */
  get isWriting(): boolean {
    return this.#writers > 0;
  }

  /** Share of a segment's vectors that are unused or also in another, 0 to 1: a hint when to merge. */
  waste(segmentKey: string): number {
    return this.#ledger.waste(segmentKey);
  }

  /** Vectors of a segment, unused ones included: a hint when to merge. */
  rowsIn(segmentKey: string): number {
    return this.#ledger.rowsIn(segmentKey);
  }

  /** A row is about to be freed. */
  forget(row: number): void {
    this.#ledger.forget(row);
  }

  /**
   * Turns all unsaved vectors into the segment `segmentKey` and returns its bytes. Only one segment may be written at a
   * time.
   */
  freeze(segmentKey: string): Steps<Uint8Array> {
    return this.#write(segmentKey, null);
  }

  /** Writes the vectors in use of several segments into one that replaces them. */
  merge(segmentKeys: readonly string[], segmentKey: string): Steps<Uint8Array> {
    return this.#write(segmentKey, segmentKeys);
  }

  /**
   * Takes in a saved segment, before or after notes are named.
   * @throws {Error} on bytes that are not a whole segment of this version and identity; nothing changes then
   */
  *attach(segmentKey: string, bytes: Uint8Array): Steps<void> {
    const { identity, rows, onFilled } = this.#parts;
    const segment = yield* readVectorSegment(bytes);
    if (this.#ledger.keys.includes(segmentKey)) return;
    if (segment.identity !== identityText(identity) || segment.dimensions !== rows.dimensions) {
      throw new Error(`vectors of ${segment.identity} are none of ${identityText(identity)}`);
    }
    this.#ledger.open(segmentKey, segment.rows);
    for (const [i, factor] of segment.factors.entries()) {
      if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      const key = readKey(segment.keys, i);
      const known = rows.find(key);
      if (known !== undefined && rows.has(known)) {
        if (!this.#ledger.isSaved(known)) this.#ledger.save(known, segmentKey);
        continue;
      }
      const row = rows.claim(key);
      rows.restore(row, segment.levels.subarray(i * rows.stride, (i + 1) * rows.stride), factor);
      onFilled(row);
      this.#ledger.save(row, segmentKey);
    }
  }

  *#write(segmentKey: string, from: readonly string[] | null): Steps<Uint8Array> {
    const { identity, rows } = this.#parts;
    this.#writers += 1;
    try {
      const written: number[] = [];
      for (let row = 0; row < rows.end; row += 1) {
        if (rows.has(row) && this.#ledger.isIn(row, from)) written.push(row);
        if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      }
      const { bytes, segment } = emptyVectorSegment(identityText(identity), rows.dimensions, written.length);
      for (const [i, row] of written.entries()) {
        if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
        writeKey(rows.keyOf(row) as string, segment.keys, i);
        segment.factors[i] = rows.factorOf(row);
        segment.levels.set(rows.levelsOf(row), i * rows.stride);
      }
      yield* sealVectorSegment(bytes);
      this.#ledger.replace(from ?? [], segmentKey, written);
      return bytes;
    } finally {
      this.#writers -= 1;
    }
  }
}

/** Rows written or read between two pauses. */
const ROWS_A_STEP = 512;
