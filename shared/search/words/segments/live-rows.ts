import { CHUNK_STRIDE, FIELD_BODY, FIELD_COUNT } from './postings.ts';
import type { PostingsSource } from './postings.ts';
import type { CorpusStatistics } from '../scoring/scoring.ts';
import type { RowOrigin } from './segment-writer.ts';

/** Which row of which source is each note's newest version, and sums for ranking. */
export class LiveRows {
  readonly #rows = new Map<number, RowOrigin>();
  readonly #lengths = new Float64Array(FIELD_COUNT);
  #chunks = 0;

  get notes(): number {
    return this.#rows.size;
  }

  get statistics(): CorpusStatistics {
    const notes = this.#rows.size;
    return {
      notes,
      averageLengths: this.#lengths.map((sum) => Math.max(sum, 1) / Math.max(notes, 1)),
      averageChunk: Math.max(this.#lengths[FIELD_BODY] ?? 0, 1) / Math.max(this.#chunks, 1),
    };
  }

  /** Makes a row the live one of its note. */
  set(id: number, source: PostingsSource, row: number): void {
    this.delete(id);
    this.#rows.set(id, { source, row });
    source.alive[row] = 1;
    this.#count(source, row, 1);
  }

  delete(id: number): void {
    const known = this.#rows.get(id);
    if (known === undefined) return;
    this.#rows.delete(id);
    known.source.alive[known.row] = 0;
    this.#count(known.source, known.row, -1);
  }

  /** Row `i` of `target` replaces `origins[i]` if that is still live. */
  move(origins: readonly RowOrigin[], target: PostingsSource): void {
    for (const [row, origin] of origins.entries()) {
      if (origin.source.alive[origin.row] !== 1) continue;
      origin.source.alive[origin.row] = 0;
      target.alive[row] = 1;
      this.#rows.set(target.idOf(row), { source: target, row });
    }
  }

  #count(source: PostingsSource, row: number, sign: 1 | -1): void {
    for (const [field, length] of this.#lengths.entries())
      this.#lengths[field] = length + sign * source.lengthOf(row, field);
    this.#chunks += (sign * source.chunks(row).length) / CHUNK_STRIDE;
  }
}
