import type { Steps } from '../../kit/concurrency/slices.ts';

/**
 * Levenshtein distances between one pattern and many texts, in UTF-16 units. Bit-parallel, 32 rows of the matrix at a
 * time (G. Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", J. ACM
 * 46, 1999).
 */
export class PatternDistance {
  readonly #length: number;
  readonly #blocks: number;
  /** Each unit's entry in `#rows`; 0 for a unit not in the pattern. */
  readonly #entries = new Uint16Array(1 << 16);
  /** Each entry's rows: one bit per row, one number per block. */
  readonly #rows: Int32Array;
  readonly #rising: Int32Array;
  readonly #falling: Int32Array;

  constructor(pattern: string) {
    this.#length = pattern.length;
    this.#blocks = Math.max(1, Math.ceil(pattern.length / 32));
    this.#rising = new Int32Array(this.#blocks);
    this.#falling = new Int32Array(this.#blocks);
    let entries = 1;
    for (let row = 0; row < pattern.length; row++) {
      const unit = pattern.charCodeAt(row);
      if (this.#entries[unit] === 0) this.#entries[unit] = entries++;
    }
    this.#rows = new Int32Array(entries * this.#blocks);
    for (let row = 0; row < pattern.length; row++) {
      const at = (this.#entries[pattern.charCodeAt(row)] ?? 0) * this.#blocks + (row >> 5);
      this.#rows[at] = (this.#rows[at] ?? 0) | (1 << (row & 31));
    }
  }

  /**
   * Edits between the pattern and `text.slice(start, end)`; some number above `most` if there are more. Computes only
   * cells that `most` edits can reach.
   */
  *between(text: string, start: number, end: number, most = Infinity): Steps<number> {
    if (this.#length === 0) return end - start;
    if (Math.abs(end - start - this.#length) > most) return most + 1;
    this.#reset();
    const reach = Math.min(most, this.#length + end - start);
    let last = this.#blockOf(reach);
    let distance = this.#rowsUpTo(last);
    let work = 0;
    for (let column = 1; column <= end - start; column++) {
      const lower = this.#blockOf(column + reach);
      distance += this.#rowsUpTo(lower) - this.#rowsUpTo(last);
      last = lower;
      const first = Math.max(0, (column - reach - 1) >> 5);
      distance += this.#advance(text.charCodeAt(start + column - 1), 1, first, last);
      work += last - first + 1;
      if (work < BLOCKS_PER_STEP) continue;
      work = 0;
      yield;
    }
    return distance;
  }

  /**
   * For each of the ascending offsets `ends`, the fewest edits between the pattern and any passage of `text` that ends
   * there: a lower bound for them all.
   */
  *leastUpTo(text: string, ends: ArrayLike<number>): Steps<Int32Array> {
    const least = new Int32Array(ends.length);
    if (this.#length === 0) return least;
    this.#reset();
    const chunk = Math.max(1, Math.floor(BLOCKS_PER_STEP / this.#blocks));
    let distance = this.#length;
    let at = 0;
    let untilYield = chunk;
    for (let index = 0; index < ends.length; index++) {
      for (const end = ends[index] ?? 0; at < end; at++) {
        distance += this.#advance(text.charCodeAt(at), 0, 0, this.#blocks - 1);
        if (--untilYield > 0) continue;
        untilYield = chunk;
        yield;
      }
      least[index] = distance;
    }
    return least;
  }

  #reset(): void {
    this.#rising.fill(-1);
    this.#falling.fill(0);
  }

  /** The block with the `row`th row, or the last one. */
  #blockOf(row: number): number {
    return Math.min(this.#blocks - 1, Math.max(0, row - 1) >> 5);
  }

  #rowsUpTo(block: number): number {
    return Math.min(this.#length, (block + 1) << 5);
  }

  /** Adds one column of the blocks `first..last`, whose top rises by `rise`. Returns the change of the bottom row. */
  #advance(unit: number, rise: 0 | 1, first: number, last: number): number {
    const rows = this.#rows;
    const rising = this.#rising;
    const falling = this.#falling;
    const entry = (this.#entries[unit] as number) * this.#blocks;
    const end = this.#blocks - 1;
    const endBit = (this.#length - 1) & 31;
    let carry: number = rise;
    for (let block = first; block <= last; block++) {
      const up = rising[block] as number;
      const down = falling[block] as number;
      let equal = rows[entry + block] as number;
      const vertical = equal | down;
      if (carry < 0) equal |= 1;
      const horizontal = ((((equal & up) + up) | 0) ^ up) | equal;
      let grows = down | ~(horizontal | up);
      let shrinks = up & horizontal;
      const bottom = block < end ? 31 : endBit;
      const change = ((grows >>> bottom) & 1) - ((shrinks >>> bottom) & 1);
      grows = (grows << 1) | (carry > 0 ? 1 : 0);
      shrinks = (shrinks << 1) | (carry < 0 ? 1 : 0);
      rising[block] = shrinks | ~(vertical | grows);
      falling[block] = grows & vertical;
      carry = change;
    }
    return carry;
  }
}

const BLOCKS_PER_STEP = 100_000;
