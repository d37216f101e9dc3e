import { best } from '../../kit/best.ts';
import { byNumber } from '../../kit/by-number.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { ROWS_A_CALL } from './row-memory.ts';
import { VectorRows } from './vector-rows.ts';

/** What a mean was made from: it is computed again if either differs. */
interface MadeFrom {
  rows: Int32Array;
  filled: number;
}

const NOTES_A_STEP = 32;
const FIRST_LOOK = 3;

/** One vector per note, the mean of those of its chunks: what the note as a whole is about. */
export class NoteMeans {
  readonly #means: VectorRows;
  readonly #made = new Map<number, MadeFrom>();
  /** The note of each row. */
  readonly #idOf: number[] = [];
  #cosines = new Float32Array(0);

  constructor(dimensions: number) {
    this.#means = new VectorRows(dimensions);
  }

  /** Brings the means up to date with the notes' rows in `vectors`; costs as much as has changed. */
  *update(notes: ReadonlyMap<number, Int32Array>, vectors: VectorRows): Steps<void> {
    for (const id of this.#made.keys()) if (!notes.has(id)) this.#drop(id);
    const sum = new Float64Array(vectors.dimensions);
    let count = 0;
    for (const [id, rows] of notes) {
      if (++count % NOTES_A_STEP === 0) yield;
      let filled = 0;
      for (const row of rows) if (row >= 0 && vectors.has(row)) filled += 1;
      const made = this.#made.get(id);
      if (made?.rows === rows && made.filled === filled) continue;
      if (filled === 0) this.#drop(id);
      else this.#put(id, { rows, filled }, sum, vectors);
    }
  }

  has(id: number): boolean {
    return this.#made.has(id);
  }

  /** Notes that have a mean. */
  ids(): IterableIterator<number> {
    return this.#made.keys();
  }

  /** The notes nearest to one, itself left out: best first, equal ones in `order`. Empty if it has no mean. */
  nearest(
    id: number,
    limit: number,
    isWanted: (id: number) => boolean = () => true,
    order = byNumber,
  ): { id: number; score: number }[] {
    const own = this.#means.find(String(id));
    if (own === undefined) return [];
    const { end } = this.#means;
    if (this.#cosines.length < end) this.#cosines = new Float32Array(end);
    const query = this.#means.prepareRow(own);
    for (let first = 0; first < end; first += ROWS_A_CALL)
      this.#means.cosines(query, first, Math.min(ROWS_A_CALL, end - first), this.#cosines);
    const cosines = this.#cosines;
    const rows: number[] = [];
    for (let row = 0; row < end; row += 1) if (row !== own && this.#means.has(row)) rows.push(row);
    const compare = (a: number, b: number): number =>
      (cosines[b] as number) - (cosines[a] as number) || order(this.#idOf[a] as number, this.#idOf[b] as number);
    // Most are wanted as a rule, so it pays to ask only about the first.
    for (let most = limit * FIRST_LOOK; ; most *= FIRST_LOOK) {
      const wanted = best(rows, most, compare).filter((row) => isWanted(this.#idOf[row] as number));
      if (wanted.length >= limit || most >= rows.length)
        return wanted.slice(0, limit).map((row) => ({ id: this.#idOf[row] as number, score: cosines[row] as number }));
    }
  }

  /** Cosine of two notes; 0 if either has no mean. */
  likeness(a: number, b: number): number {
    const [left, right] = [this.#means.find(String(a)), this.#means.find(String(b))];
    return left === undefined || right === undefined ? 0 : this.#means.cosine(this.#means.prepareRow(left), right);
  }

  #put(id: number, made: MadeFrom, sum: Float64Array, vectors: VectorRows): void {
    sum.fill(0);
    for (const row of made.rows) {
      if (row < 0 || !vectors.has(row)) continue;
      const levels = vectors.levelsOf(row);
      const factor = vectors.factorOf(row);
      for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (levels[i] as number) * factor;
    }
    this.#idOf[this.#means.put(String(id), sum)] = id;
    this.#made.set(id, made);
  }

  #drop(id: number): void {
    this.#made.delete(id);
    const row = this.#means.find(String(id));
    if (row !== undefined) this.#means.free(row);
  }
}
