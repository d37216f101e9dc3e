import type { Steps } from '../../../kit/concurrency/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';

/** Fields of a note, as numbered in the keys of postings. */
export const FIELD_TITLE = 0;
export const FIELD_HEADINGS = 1;
export const FIELD_BODY = 2;
export const FIELD_TAGS = 3;
export const FIELD_PROPERTIES = 4;
export const FIELD_COUNT = 5;

/** Low bits of a posting's key for the field; the rest is the row. */
export const FIELD_BITS = 3;
export const FIELD_MASK = (1 << FIELD_BITS) - 1;

/** A chunk's numbers: where it begins in the body, and the range of its heading, in positions. */
export const CHUNK_STRIDE = 3;

/** A name, a heading, a chunk, a tag or a property's value. Phrases do not cross lines. */
export interface FieldLine {
  field: number;
  text: string;
}

/** All lines of a note in indexing order: by field, then as given. */
export function* fieldLines(document: FullTextDocument): Generator<FieldLine> {
  yield { field: FIELD_TITLE, text: document.title };
  for (const text of document.aliases) yield { field: FIELD_TITLE, text };
  for (const text of document.headings) yield { field: FIELD_HEADINGS, text };
  for (const text of document.chunks) yield { field: FIELD_BODY, text };
  for (const text of document.tags) yield { field: FIELD_TAGS, text };
  for (const text of document.properties) yield { field: FIELD_PROPERTIES, text };
}

/**
 * Where a term occurs in a source, in live rows. `keys` ascend, each `row << FIELD_BITS | field`; posting `i` has the
 * positions `positions[starts[i]]` to `positions[starts[i + 1] - 1]`, ascending. Reused across queries.
 */
export class Postings {
  count = 0;
  keys = new Int32Array(64);
  starts = new Int32Array(65);
  positions = new Int32Array(256);
  #bytes = this.#bytesNow();

  clear(): void {
    this.count = 0;
    this.starts[0] = 0;
  }

  /** Makes room for this many postings and positions in total. */
  reserve(postings: number, positions: number): void {
    if (postings <= this.keys.length && positions <= this.positions.length) return;
    if (postings > this.keys.length) {
      this.keys = grown(this.keys, postings);
      this.starts = grown(this.starts, this.keys.length + 1);
    }
    if (positions > this.positions.length) this.positions = grown(this.positions, positions);
    this.#bytes = this.#bytesNow();
  }

  /** What the arrays take, in use or not. Asked for after each query, of hundreds. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Positions in use. */
  get positionCount(): number {
    return this.starts[this.count] as number;
  }

  /** Index of the first posting with a key of `key` or more. */
  find(key: number): number {
    return this.#findWithin(0, this.count, key);
  }

  /** As {@link find}, for postings before `from` with lower keys: the nearer it is, the quicker. */
  findFrom(from: number, key: number): number {
    let low = from;
    let step = 1;
    for (; low + step <= this.count && (this.keys[low + step - 1] as number) < key; step *= 2) low += step;
    return this.#findWithin(low, Math.min(low + step, this.count), key);
  }

  #bytesNow(): number {
    return this.keys.byteLength + this.starts.byteLength + this.positions.byteLength;
  }

  #findWithin(from: number, to: number, key: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts postings in order that came in any, with repeated keys: a counting sort over `keyBound` keys. */
  sort(keyBound: number): void {
    const repeated = this.#repeatedKeys();
    if (repeated === 0) return;
    if (repeated !== null) this.#joinRepeatedKeys();
    else this.#countingSort(keyBound);
  }

  /** How many postings continue the previous one; null if any are out of order. */
  #repeatedKeys(): number | null {
    const { count, keys, starts, positions } = this;
    let repeated = 0;
    for (let i = 1; i < count; i += 1) {
      const step = (keys[i] as number) - (keys[i - 1] as number);
      if (step > 0) continue;
      const start = starts[i] as number;
      if (step < 0 || (positions[start] as number) <= (positions[start - 1] as number)) return null;
      repeated += 1;
    }
    return repeated;
  }

  #joinRepeatedKeys(): void {
    const { count, keys, starts } = this;
    let last = 0;
    for (let i = 1; i < count; i += 1) {
      if (keys[i] === keys[last]) continue;
      last += 1;
      keys[last] = keys[i] as number;
      starts[last] = starts[i] as number;
    }
    starts[last + 1] = starts[count] as number;
    this.count = last + 1;
  }

  #countingSort(keyBound: number): void {
    const { count, keys, starts, positions } = this;
    const sizes = new Int32Array(keyBound + 1);
    for (let i = 0; i < count; i += 1) {
      sizes[keys[i] as number] =
        (sizes[keys[i] as number] as number) + (starts[i + 1] as number) - (starts[i] as number);
    }
    const sorted = new Int32Array(starts[count] as number);
    const ends = new Int32Array(keyBound);
    for (let key = 0, at = 0; key < keyBound; key += 1) {
      ends[key] = at;
      at += sizes[key] as number;
    }
    for (let i = 0; i < count; i += 1) {
      const key = keys[i] as number;
      let at = ends[key] as number;
      for (let p = starts[i] as number; p < (starts[i + 1] as number); p += 1) sorted[at++] = positions[p] as number;
      ends[key] = at;
    }
    this.clear();
    for (let key = 0, from = 0; key < keyBound; key += 1) {
      const end = ends[key] as number;
      if (end > from) this.#appendDistinct(key, sorted.subarray(from, end).sort());
      from = end;
    }
  }

  #appendDistinct(key: number, sorted: Int32Array): void {
    let at = this.starts[this.count] as number;
    let last = -1;
    for (const position of sorted) {
      if (position !== last) this.positions[at++] = position;
      last = position;
    }
    this.keys[this.count] = key;
    this.count += 1;
    this.starts[this.count] = at;
  }
}

/** The delta or a segment, which number their rows from 0. */
export interface PostingsSource {
  readonly rows: number;
  /** 1 for a row that is its note's newest version. */
  readonly alive: Uint8Array;
  idOf(row: number): number;
  /** Words in a field of a row. */
  lengthOf(row: number, field: number): number;
  /** The row's chunks, {@link CHUNK_STRIDE} numbers each. */
  chunks(row: number): ArrayLike<number>;
  /** The row's title and aliases: a start position and a number of meaningful words each. */
  names(row: number): ArrayLike<number>;
  /** Reads the live postings of a term. */
  read(term: string, into: Postings): void;
  /** Reads the live postings of all terms with this prefix, as if they were one. */
  readPrefix(prefix: string, into: Postings): void;
  /** Whether a live row has the term; reads no further than the first one. */
  has(term: string): boolean;
  /** The number of a term. */
  find(term: string): number | undefined;
  /** The numbers of all terms with this prefix. */
  beginning(prefix: string): Steps<number[]>;
  /** All terms with this inside, by their number. */
  containing(part: string): Steps<Map<number, string>>;
  /** Reads the postings of the rows marked in `rows`, by the term's number. */
  readRows(term: number, rows: Uint8Array, into: Postings): void;
}

/** A copy with room for at least `needed` items, and half as much again as before. */
export function grown(array: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, array.length + (array.length >>> 1)));
  larger.set(array);
  return larger;
}
