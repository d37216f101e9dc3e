import type { Steps } from '../../kit/concurrency/slices.ts';
import { ROWS_A_CALL } from './row-memory.ts';
import type { VectorRows } from './vector-rows.ts';

/** Two chunks of two notes, by their numbers there. */
export interface PassagePair {
  own: number;
  other: number;
  /** Cosine. */
  score: number;
}

/** Chunks of a note that are compared: of a longer one, as many spread over it. */
const MOST_OWN = 24;
const MOST_OTHER = 200;

/**
 * For each of the other notes the chunk that is nearest to any of the note's own, with that one; none for a note
 * without vectors.
 */
export function* passagePairs(
  vectors: VectorRows,
  own: Int32Array,
  others: ReadonlyMap<number, Int32Array>,
): Steps<Map<number, PassagePair>> {
  const pairs = new Map<number, PassagePair>();
  const targets = [...others].map(([id, rows]) => ({ id, chunks: spread(filled(vectors, rows), MOST_OTHER) }));
  const stretches = targets.flatMap(({ id, chunks }) => stretchesOf(id, chunks));
  const found = new Float32Array(vectors.end);
  for (const { chunk, row } of spread(filled(vectors, own), MOST_OWN)) {
    const query = vectors.prepareRow(row);
    for (const { id, first, rows, numbers } of stretches) {
      vectors.cosines(query, first, rows, found);
      for (let i = 0; i < rows; i += 1) {
        const score = found[first + i] as number;
        if (score > (pairs.get(id)?.score ?? -Infinity))
          pairs.set(id, { own: chunk, other: numbers[i] as number, score });
      }
    }
    yield;
  }
  return pairs;
}

interface Placed {
  chunk: number;
  row: number;
}

/** Rows that follow each other, with the numbers of their chunks. */
interface Stretch {
  id: number;
  first: number;
  rows: number;
  numbers: number[];
}

/** Each row once: several chunks may share a text. */
function filled(vectors: VectorRows, rows: Int32Array): Placed[] {
  const chunkOf = new Map<number, number>();
  for (const [chunk, row] of rows.entries())
    if (row >= 0 && vectors.has(row) && !chunkOf.has(row)) chunkOf.set(row, chunk);
  return [...chunkOf].map(([row, chunk]) => ({ chunk, row }));
}

function spread(items: readonly Placed[], most: number): readonly Placed[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as Placed);
}

function stretchesOf(id: number, chunks: readonly Placed[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { chunk, row } of [...chunks].sort((a, b) => a.row - b.row)) {
    const last = stretches.at(-1);
    if (last !== undefined && last.first + last.rows === row && last.rows < ROWS_A_CALL) {
      last.rows += 1;
      last.numbers.push(chunk);
    } else stretches.push({ id, first: row, rows: 1, numbers: [chunk] });
  }
  return stretches;
}
