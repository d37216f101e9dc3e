import { best } from '../best.ts';
import type { PreparedQuery, VectorRows } from './vector-rows.ts';
import type { NoteMeasure, VectorHit, VectorScores } from './vector-types.ts';

const BELOW_ALL = -2;

/** Cosines per row, NaN where not known yet: those are computed when asked for. */
export class NoteScores implements VectorScores {
  readonly cosines: Float32Array;
  readonly #rows: VectorRows;
  readonly #notes: ReadonlyMap<number, Int32Array>;
  readonly #query: PreparedQuery;

  constructor(rows: VectorRows, notes: ReadonlyMap<number, Int32Array>, query: PreparedQuery) {
    this.cosines = new Float32Array(rows.end).fill(NaN);
    this.#rows = rows;
    this.#notes = notes;
    this.#query = query;
  }

  notes(limit: number, measure: NoteMeasure): VectorHit[] {
    const hits: VectorHit[] = [];
    for (const [id, rows] of this.#notes) {
      const hit = this.#note(id, rows, measure);
      if (hit !== null) hits.push(hit);
    }
    return best(hits, limit, compareHits);
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
      hits = best(hits, limit, compareHits);
      bar = hits.at(-1)?.score ?? bar;
    }
    return best(hits, limit, compareHits);
  }

  #note(id: number, rows: Int32Array, measure: NoteMeasure): VectorHit | null {
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
    if (measure === 'lead') return { id, chunk, score: lead };
    return { id, chunk, score: measure === 'best' || second === BELOW_ALL ? first : (first + second) / 2 };
  }

  /** Below every cosine for a chunk that is left out or has no vector yet. */
  #cosine(row: number): number {
    if (row < 0 || !this.#rows.has(row)) return BELOW_ALL;
    const known = this.cosines[row];
    if (known !== undefined && known === known) return known;
    return this.#rows.cosine(this.#query, row);
  }
}

function compareHits(a: VectorHit, b: VectorHit): number {
  return b.score - a.score || a.id - b.id || a.chunk - b.chunk;
}
