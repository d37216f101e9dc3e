import { FIELD_BODY } from './postings.ts';
import type { Postings, PostingsSource } from './postings.ts';
import type { CorpusStatistics, Ranking, WeighedTerm } from './ranking.ts';

/** How well each chunk of a row answers the query by itself: from 0 to below the sum of the terms' factors. */
export function chunkScores(
  terms: readonly WeighedTerm[],
  s: number,
  source: PostingsSource,
  row: number,
  corpus: CorpusStatistics,
  ranking: Ranking,
): Float64Array {
  const chunkStarts = source.chunkStarts(row);
  const scores = new Float64Array(chunkStarts.length);
  if (scores.length === 0) return scores;
  const bodyEnd = source.lengthOf(row, FIELD_BODY) + chunkStarts.length - 1;
  const key = (row << 2) | FIELD_BODY;
  const penalty = ranking.lengthPenalties[FIELD_BODY] as number;
  for (const term of terms) {
    const { count, keys, starts, positions } = term.lists[s] as Postings;
    const i = (term.lists[s] as Postings).find(key);
    if (i >= count || keys[i] !== key) continue;
    const end = starts[i + 1] as number;
    for (let p = starts[i] as number; p < end; ) {
      const chunk = chunkAt(chunkStarts, positions[p] as number);
      const next = chunkStarts[chunk + 1] ?? bodyEnd;
      const from = p;
      do p += 1;
      while (p < end && (positions[p] as number) < next);
      const length = Math.max(1, next - (chunkStarts[chunk] as number));
      const slowness = ranking.saturation * (1 - penalty + (penalty * length) / corpus.averageChunk);
      scores[chunk] = (scores[chunk] as number) + (term.factor * (p - from)) / (p - from + slowness);
    }
  }
  return scores;
}

/** Index of the largest value; the first of equal ones. */
export function indexOfLargest(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i += 1) {
    if ((values[i] as number) > (values[largest] as number)) largest = i;
  }
  return largest;
}

function chunkAt(chunkStarts: ArrayLike<number>, position: number): number {
  let low = 0;
  let high = chunkStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((chunkStarts[middle] as number) <= position) low = middle;
    else high = middle;
  }
  return low;
}
