import { runSteps, type Steps } from '../../../kit/concurrency/slices.ts';
import { FIELD_BITS, FIELD_COUNT } from './postings.ts';
import type { Postings, PostingsSource } from './postings.ts';
import { MAX_TERM_LENGTH } from '../terms/fold.ts';
import { openSections } from './segment-format.ts';
import type { SegmentSections } from './segment-format.ts';

/** Terms that begin alike between two pauses. */
const TERMS_A_STEP = 8_192;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const scratch = new Uint8Array(3 * MAX_TERM_LENGTH);

/** An immutable part of the index, over a segment's bytes. Only which rows are live changes. */
export class Segment implements PostingsSource {
  readonly rows: number;
  readonly alive: Uint8Array;
  readonly key: string;
  readonly #sections: SegmentSections;

  /** @throws {Error} on bytes that are not a whole segment of this version */
  constructor(key: string, bytes: Uint8Array) {
    this.key = key;
    this.#sections = openSections(bytes);
    this.rows = this.#sections.ids.length;
    this.alive = new Uint8Array(this.rows);
  }

  get termCount(): number {
    return this.#sections.postingOffsets.length - 1;
  }

  /** Note numbers, by row. */
  get ids(): Uint32Array {
    return this.#sections.ids;
  }

  idOf(row: number): number {
    return this.#sections.ids[row] as number;
  }

  lengthOf(row: number, field: number): number {
    return this.#sections.lengths[row * FIELD_COUNT + field] as number;
  }

  chunks(row: number): Uint32Array {
    const { chunkOffsets, chunks } = this.#sections;
    return chunks.subarray(chunkOffsets[row], chunkOffsets[row + 1]);
  }

  names(row: number): Uint32Array {
    const { nameOffsets, names } = this.#sections;
    return names.subarray(nameOffsets[row], nameOffsets[row + 1]);
  }

  /** The UTF-8 bytes of a term, by its place in the dictionary. */
  termAt(ordinal: number): Uint8Array {
    const { termOffsets, dictionary } = this.#sections;
    return dictionary.subarray(termOffsets[ordinal], termOffsets[ordinal + 1]);
  }

  read(term: string, into: Postings): void {
    into.clear();
    const ordinal = this.find(term);
    if (ordinal !== undefined) this.#append(ordinal, this.alive, into);
  }

  readPrefix(prefix: string, into: Postings): void {
    into.clear();
    for (const ordinal of runSteps(this.beginning(prefix))) this.#append(ordinal, this.alive, into);
    into.sort(this.rows << FIELD_BITS);
  }

  has(term: string): boolean {
    const ordinal = this.find(term);
    return ordinal !== undefined && this.#isLive(ordinal);
  }

  find(term: string): number | undefined {
    const wanted = encoded(term);
    const ordinal = this.#lowerBound(wanted);
    return ordinal < this.termCount && this.#compare(ordinal, wanted) === 0 ? ordinal : undefined;
  }

  *beginning(prefix: string): Steps<number[]> {
    const wanted = encoded(prefix).slice();
    const ordinals: number[] = [];
    for (
      let ordinal = this.#lowerBound(wanted);
      ordinal < this.termCount && this.#startsWith(ordinal, wanted);
      ordinal += 1
    ) {
      ordinals.push(ordinal);
      if (ordinals.length % TERMS_A_STEP === 0) yield;
    }
    return ordinals;
  }

  *containing(part: string): Steps<Map<number, string>> {
    const wanted = encoded(part).slice();
    const { termOffsets, dictionary } = this.#sections;
    const found = new Map<number, string>();
    if (wanted.length === 0) return found;
    let places = 0;
    let ordinal = 0;
    for (let at = dictionary.indexOf(wanted[0] as number); at >= 0; ) {
      if (isAt(dictionary, at, wanted)) {
        ordinal = this.#ordinalAt(at, ordinal);
        const end = termOffsets[ordinal + 1] as number;
        if (at + wanted.length <= end) found.set(ordinal, decoder.decode(this.termAt(ordinal)));
      }
      places += 1;
      if (places % TERMS_A_STEP === 0) yield;
      at = dictionary.indexOf(wanted[0] as number, at + 1);
    }
    return found;
  }

  /** Reads the postings of the rows marked in `rows`, by the term's place in the dictionary. */
  readRows(ordinal: number, rows: Uint8Array, into: Postings): void {
    into.clear();
    this.#append(ordinal, rows, into);
  }

  #lowerBound(wanted: Uint8Array): number {
    let low = 0;
    let high = this.termCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Which term a byte of the dictionary belongs to, from this one on. */
  #ordinalAt(byte: number, from: number): number {
    const { termOffsets } = this.#sections;
    let low = from;
    let high = this.termCount;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((termOffsets[middle] as number) <= byte) low = middle;
      else high = middle;
    }
    return low;
  }

  #compare(ordinal: number, wanted: Uint8Array): number {
    const { termOffsets, dictionary } = this.#sections;
    const start = termOffsets[ordinal] as number;
    const length = (termOffsets[ordinal + 1] as number) - start;
    const shared = Math.min(length, wanted.length);
    for (let i = 0; i < shared; i += 1) {
      const difference = (dictionary[start + i] as number) - (wanted[i] as number);
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }

  #startsWith(ordinal: number, prefix: Uint8Array): boolean {
    const { termOffsets, dictionary } = this.#sections;
    const start = termOffsets[ordinal] as number;
    if ((termOffsets[ordinal + 1] as number) - start < prefix.length) return false;
    for (let i = 0; i < prefix.length; i += 1) {
      if (dictionary[start + i] !== prefix[i]) return false;
    }
    return true;
  }

  /** Whether any of a term's postings is of a live row, read as {@link #append} does, without their positions. */
  #isLive(ordinal: number): boolean {
    const bytes = this.#sections.postings;
    let at = this.#sections.postingOffsets[ordinal] as number;
    const end = this.#sections.postingOffsets[ordinal + 1] as number;
    const next = (): number => {
      let byte = bytes[at++] as number;
      let value = byte & 0x7f;
      for (let shift = 7; byte > 0x7f && at < end && shift < 32; shift += 7) {
        byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      return value;
    };
    for (let key = 0; at < end; ) {
      const value = next();
      key += value >>> 1;
      const row = key >>> FIELD_BITS;
      if (row >= this.rows || key > MAX_KEY) return false;
      if (this.alive[row] === 1) return true;
      for (let size = (value & 1) === 0 ? next() : 1; size > 0 && at < end; size -= 1) next();
    }
    return false;
  }

  /** Decodes a term's postings. For any bytes, it ends at the term's last one and gives only rows that exist. */
  #append(ordinal: number, rows: Uint8Array, into: Postings): void {
    const bytes = this.#sections.postings;
    let at = this.#sections.postingOffsets[ordinal] as number;
    const end = this.#sections.postingOffsets[ordinal + 1] as number;
    let postings = into.count;
    let position = into.positionCount;
    // A posting takes two bytes or more.
    into.reserve(postings + ((end - at + 1) >>> 1), position + (end - at));
    const { keys, starts, positions } = into;
    let key = 0;
    while (at < end) {
      let byte = bytes[at++] as number;
      let value = byte & 0x7f;
      for (let shift = 7; byte > 0x7f && at < end && shift < 32; shift += 7) {
        byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      key += value >>> 1;
      const row = key >>> FIELD_BITS;
      if (row >= this.rows || key > MAX_KEY) break;
      let size = 1;
      if ((value & 1) === 0) {
        byte = bytes[at++] as number;
        size = byte & 0x7f;
        for (let shift = 7; byte > 0x7f && at < end && shift < 32; shift += 7) {
          byte = bytes[at++] as number;
          size |= (byte & 0x7f) << shift;
        }
      }
      let last = 0;
      const from = position;
      for (; size > 0 && at < end; size -= 1) {
        byte = bytes[at++] as number;
        let step = byte & 0x7f;
        for (let shift = 7; byte > 0x7f && at < end && shift < 32; shift += 7) {
          byte = bytes[at++] as number;
          step |= (byte & 0x7f) << shift;
        }
        last += step;
        positions[position++] = last;
      }
      if (rows[row] === 1) {
        keys[postings++] = key;
        starts[postings] = position;
      } else {
        position = from;
      }
    }
    into.count = postings;
  }
}

const MAX_KEY = 0x3fffffff;

/** The UTF-8 of a term, valid until the next call: a query looks hundreds of terms up. */
function encoded(term: string): Uint8Array {
  if (3 * term.length > scratch.length) return encoder.encode(term);
  return scratch.subarray(0, encoder.encodeInto(term, scratch).written);
}

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 1; i < wanted.length; i += 1) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}
