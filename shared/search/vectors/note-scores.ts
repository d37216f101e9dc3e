import { best } from '../../kit/best.ts';
import type { PreparedQuery, VectorRows } from './vector-rows.ts';
import type { NoteMeasure, VectorHit, VectorScores } from './vector-types.ts';

const BELOW_ALL = -2;

interface MeasuredNote {
  id: number;
  /** The nearest one. */
  chunk: number;
  scores: Record<NoteMeasure, number>;
}

/** Cosines by row; NaN ones are computed on demand. */
export class NoteScores implements VectorScores {
  readonly cosines: Float32Array;
  readonly #rows: VectorRows;
  readonly #notes: ReadonlyMap<number, Int32Array>;
  readonly #query: PreparedQuery;
  readonly #compare: (a: VectorHit, b: VectorHit) => number;
  /** All notes, once any were asked for. */
  #measured: MeasuredNote[] | null = null;

  /** @param order of notes with the same score */
  constructor(
    rows: VectorRows,
    notes: ReadonlyMap<number, Int32Array>,
    query: PreparedQuery,
    order: (a: number, b: number) => number,
  ) {
    this.cosines = new Float32Array(rows.end).fill(NaN);
    this.#rows = rows;
    this.#notes = notes;
    this.#query = query;
    this.#compare = (a, b) => b.score - a.score || order(a.id, b.id) || a.chunk - b.chunk;
  }

  notes(limit: number, measure: NoteMeasure): VectorHit[] {
    this.#measured ??= [...this.#notes].flatMap(([id, rows]) => this.#measure(id, rows) ?? []);
    return best(
      this.#measured.map(({ id, chunk, scores }) => ({ id, chunk, score: scores[measure] })),
      limit,
      this.#compare,
    );
  }

  chunks(limit: number): VectorHit[] {
    let hits: VectorHit[] = [];
    let bar = BELOW_ALL;
    for (const [id, rows] of this.#notes) {
      for (let chunk = 0; chunk < rows.length; chunk += 1) {
        const score = this.#cosine(rows[chunk] as number);
        if (score > BELOW_ALL && score >= bar) hits.push({ id, chunk, score });
      }
      if (hits.length < 4 * limit + 1000) continue;
      hits = best(hits, limit, this.#compare);
      bar = hits.at(-1)?.score ?? bar;
    }
    return best(hits, limit, this.#compare);
  }

  #measure(id: number, rows: Int32Array): MeasuredNote | null {
    let first = BELOW_ALL;
    let second = BELOW_ALL;
    let chunk = 0;
    let lead = BELOW_ALL;
    for (let i = 0; i < rows.length; i += 1) {
      const score = this.#cosine(rows[i] as number);
      if (lead === BELOW_ALL) lead = score;
      if (score > first) {
        second = first;
        first = score;
        chunk = i;
      } else if (score > second) second = score;
    }
    if (first === BELOW_ALL) return null;
    return {
      id,
      chunk,
      scores: { best: first, 'best-two': second === BELOW_ALL ? first : (first + second) / 2, lead },
    };
  }

  /** Below every cosine for a chunk left out or without a vector. */
  #cosine(row: number): number {
    if (row < 0 || !this.#rows.has(row)) return BELOW_ALL;
    const known = this.cosines[row];
    if (known !== undefined && known === known) return known;
    return this.#rows.cosine(this.#query, row);
  }
}
