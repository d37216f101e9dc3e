import { CHUNK_STRIDE, FIELD_BODY, FIELD_HEADINGS } from '../segments/postings.ts';
import type { Postings, PostingsSource } from '../segments/postings.ts';
import { chunkAt, positionsOf } from './chunk-places.ts';
import type { CorpusStatistics, Ranking, WeighedTerm } from './scoring.ts';

/** How well each chunk of a row, with its heading, answers the query: from 0 to below the sum of the terms' factors. */
export function chunkScores(
  terms: readonly WeighedTerm[],
  s: number,
  source: PostingsSource,
  row: number,
  corpus: CorpusStatistics,
  ranking: Ranking,
): Float64Array {
  const chunks = source.chunks(row);
  const scores = new Float64Array(chunks.length / CHUNK_STRIDE);
  if (scores.length === 0) return scores;
  const bodyWeights = weightsInBodies(chunks, source.lengthOf(row, FIELD_BODY), corpus, ranking);
  const { saturation, fieldWeights } = ranking;
  const frequencies = new Float64Array(scores.length);
  for (const term of terms) {
    const postings = term.lists[s];
    if (postings === undefined) continue;
    countInBodies(postings, row, chunks, bodyWeights, frequencies);
    countInHeadings(postings, row, chunks, fieldWeights[FIELD_HEADINGS], frequencies);
    for (let chunk = 0; chunk < scores.length; chunk += 1) {
      const frequency = frequencies[chunk] as number;
      if (frequency === 0) continue;
      scores[chunk] = (scores[chunk] as number) + (term.factor * frequency) / (frequency + saturation);
      frequencies[chunk] = 0;
    }
  }
  return scores;
}

/**
 * The score of a row's best chunk, as if it were a note of its own. BM25 takes a very long note's length for a lack of
 * what is asked for, so that a transcript would not be found by what one speaker says in it.
 */
export function bestChunkScore(
  terms: readonly WeighedTerm[],
  s: number,
  source: PostingsSource,
  row: number,
  corpus: CorpusStatistics,
  ranking: Ranking,
): number {
  const scores = chunkScores(terms, s, source, row, corpus, ranking);
  return (ranking.saturation + 1) * scores.reduce((most, score) => Math.max(most, score), 0);
}

/**
 * What a word in each chunk's text counts: the longer the text, the less. Words of a heading count the same for all
 * chunks below it, so that the first of them is the best if the texts have none.
 */
function weightsInBodies(
  chunks: ArrayLike<number>,
  bodyLength: number,
  corpus: CorpusStatistics,
  ranking: Ranking,
): Float64Array {
  const count = chunks.length / CHUNK_STRIDE;
  const bodyEnd = bodyLength + count;
  const weight = ranking.fieldWeights[FIELD_BODY];
  const penalty = ranking.lengthPenalties[FIELD_BODY];
  const found = new Float64Array(count);
  for (let chunk = 0; chunk < count; chunk += 1) {
    const length = Math.max(
      1,
      (chunks[(chunk + 1) * CHUNK_STRIDE] ?? bodyEnd) - (chunks[chunk * CHUNK_STRIDE] as number) - 1,
    );
    found[chunk] = weight / (1 - penalty + (penalty * length) / corpus.averageChunk);
  }
  return found;
}

function countInBodies(
  postings: Postings,
  row: number,
  chunks: ArrayLike<number>,
  weights: Float64Array,
  frequencies: Float64Array,
): void {
  const [from, to] = positionsOf(postings, row, FIELD_BODY);
  for (let p = from; p < to; p += 1) {
    const chunk = chunkAt(chunks, postings.positions[p] as number);
    frequencies[chunk] = (frequencies[chunk] as number) + (weights[chunk] as number);
  }
}

function countInHeadings(
  postings: Postings,
  row: number,
  chunks: ArrayLike<number>,
  weight: number,
  frequencies: Float64Array,
): void {
  const [from, to] = positionsOf(postings, row, FIELD_HEADINGS);
  if (from === to) return;
  const { positions } = postings;
  for (let chunk = 0; chunk < frequencies.length; chunk += 1) {
    const end = chunks[chunk * CHUNK_STRIDE + 2] as number;
    let p = lowerBound(positions, from, to, chunks[chunk * CHUNK_STRIDE + 1] as number);
    for (; p < to && (positions[p] as number) < end; p += 1)
      frequencies[chunk] = (frequencies[chunk] as number) + weight;
  }
}

function lowerBound(positions: Int32Array, from: number, to: number, wanted: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
