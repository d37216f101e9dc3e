import { FIELD_BITS, grown } from './postings.ts';
import type { Postings } from './postings.ts';

const BLOCK_BITS = 16;
const BLOCK_SIZE = 1 << BLOCK_BITS;
/** A posting's fixed part: address of the term's previous posting, key, number of positions. */
const HEADER = 3;

/** Postings in blocks of integers, each linked to the term's previous one. Terms are numbered from 0. */
export class PostingChains {
  /** Integers written, 4 bytes each. */
  written = 0;
  /** The block of the posting opened last, and where its next position goes. */
  block = new Int32Array(0);
  at = 0;
  readonly #blocks: Int32Array[] = [];
  #blockUsed = BLOCK_SIZE;
  /** Per term: 1 + address of its last posting; 0 for none. */
  #lastPosting = new Int32Array(1024);

  /** Makes room for terms below `terms`. */
  reserve(terms: number): void {
    if (terms > this.#lastPosting.length) this.#lastPosting = grown(this.#lastPosting, terms);
  }

  /** Begins a posting; write its `size` positions to {@link block} next. */
  open(term: number, key: number, size: number): void {
    if (this.#blockUsed + HEADER + size > BLOCK_SIZE) {
      this.block = new Int32Array(BLOCK_SIZE);
      this.#blocks.push(this.block);
      this.#blockUsed = 0;
    }
    let at = this.#blockUsed;
    this.block[at++] = this.#lastPosting[term] as number;
    this.block[at++] = key;
    this.block[at++] = size;
    this.at = at;
    this.#lastPosting[term] = (((this.#blocks.length - 1) << BLOCK_BITS) | this.#blockUsed) + 1;
    this.#blockUsed += HEADER + size;
    this.written += HEADER + size;
  }

  /** Whether a term has a posting of a marked row; the newest is looked at first. */
  has(term: number, rows: Uint8Array): boolean {
    for (let link = this.#lastPosting[term] as number; link !== 0; ) {
      const block = this.#blocks[(link - 1) >>> BLOCK_BITS] as Int32Array;
      const at = (link - 1) & (BLOCK_SIZE - 1);
      if (rows[(block[at + 1] as number) >>> FIELD_BITS] === 1) return true;
      link = block[at] as number;
    }
    return false;
  }

  /** Appends a term's postings of the marked rows; from behind, as a chain begins with the newest. */
  append(term: number, rows: Uint8Array, into: Postings): void {
    let postings = into.count;
    let positions = into.positionCount;
    const last = this.#lastPosting[term] as number;
    for (let link = last; link !== 0; ) {
      const block = this.#blocks[(link - 1) >>> BLOCK_BITS] as Int32Array;
      const at = (link - 1) & (BLOCK_SIZE - 1);
      if (rows[(block[at + 1] as number) >>> FIELD_BITS] === 1) {
        postings += 1;
        positions += block[at + 2] as number;
      }
      link = block[at] as number;
    }
    into.reserve(postings, positions);
    into.count = postings;
    into.starts[postings] = positions;
    for (let link = last; link !== 0; ) {
      const block = this.#blocks[(link - 1) >>> BLOCK_BITS] as Int32Array;
      const at = (link - 1) & (BLOCK_SIZE - 1);
      const key = block[at + 1] as number;
      if (rows[key >>> FIELD_BITS] === 1) {
        const size = block[at + 2] as number;
        postings -= 1;
        positions -= size;
        into.keys[postings] = key;
        into.starts[postings] = positions;
        for (let i = 0; i < size; i += 1) into.positions[positions + i] = block[at + HEADER + i] as number;
      }
      link = block[at] as number;
    }
  }
}
