import type { Steps } from '../protocol/slices.ts';

/**
 * Levenshtein distances between one pattern and many texts, in UTF-16 units. Bit-parallel: 32 rows of the matrix at a time
 * (G. Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", J. ACM 46, 1999).
 */
export class PatternDistance {
  readonly #length: number;
  readonly #blocks: number;
  /** For each unit of the pattern, the rows where it stands: a bit a row, a number a block. */
  readonly #rows = new Map<number, Int32Array>();
  readonly #noRows: Int32Array;
  readonly #rising: Int32Array;
  readonly #falling: Int32Array;

  constructor(pattern: string) {
    this.#length = pattern.length;
    this.#blocks = Math.max(1, Math.ceil(pattern.length / 32));
    this.#noRows = new Int32Array(this.#blocks);
    this.#rising = new Int32Array(this.#blocks);
    this.#falling = new Int32Array(this.#blocks);
    for (let row = 0; row < pattern.length; row++) {
      const unit = pattern.charCodeAt(row);
      const rows = this.#rows.get(unit) ?? new Int32Array(this.#blocks);
      rows[row >> 5] = (rows[row >> 5] ?? 0) | (1 << (row & 31));
      this.#rows.set(unit, rows);
    }
  }

  /** Edits between the pattern and the whole of `text.slice(start, end)`. */
  *between(text: string, start: number, end: number): Steps<number> {
    if (this.#length === 0) return end - start;
    this.#reset();
    const chunk = this.#unitsPerStep();
    let distance = this.#length;
    for (let from = start; from < end; from += chunk) {
      for (let at = from; at < Math.min(end, from + chunk); at++) distance += this.#advance(text.charCodeAt(at), 1);
      yield;
    }
    return distance;
  }

  /**
   * For each of the ascending offsets `ends`: the fewest edits between the pattern and any passage of `text` that ends there,
   * wherever it begins. So it is a lower bound for every passage that ends there.
   */
  *leastUpTo(text: string, ends: readonly number[]): Steps<Int32Array> {
    const least = new Int32Array(ends.length);
    if (this.#length === 0) return least;
    this.#reset();
    const chunk = this.#unitsPerStep();
    let distance = this.#length;
    let at = 0;
    let untilYield = chunk;
    for (let index = 0; index < ends.length; index++) {
      for (const end = ends[index] ?? 0; at < end; at++) {
        distance += this.#advance(text.charCodeAt(at), 0);
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

  #unitsPerStep(): number {
    return Math.max(1, Math.floor(BLOCKS_PER_STEP / this.#blocks));
  }

  /** Adds one column of the matrix, whose top row rises by `rise`; gives the change of its bottom row. */
  #advance(unit: number, rise: 0 | 1): number {
    const rows = this.#rows.get(unit) ?? this.#noRows;
    const rising = this.#rising;
    const falling = this.#falling;
    const last = this.#blocks - 1;
    let carry: number = rise;
    for (let block = 0; block <= last; block++) {
      const up = rising[block] ?? 0;
      const down = falling[block] ?? 0;
      let equal = rows[block] ?? 0;
      const vertical = equal | down;
      if (carry < 0) equal |= 1;
      const horizontal = ((((equal & up) + up) | 0) ^ up) | equal;
      let grows = down | ~(horizontal | up);
      let shrinks = up & horizontal;
      const bottom = block < last ? 31 : (this.#length - 1) & 31;
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
