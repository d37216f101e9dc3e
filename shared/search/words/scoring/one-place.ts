import type { HeldWords } from '../fulltext-types.ts';
import {
  CHUNK_STRIDE,
  FIELD_BITS,
  FIELD_BODY,
  FIELD_HEADINGS,
  FIELD_TITLE,
  type Postings,
  type PostingsSource,
} from '../segments/postings.ts';
import { chunkAt, positionsOf } from './chunk-places.ts';
import type { QueryWords } from './query-coverage.ts';

/** Sums of weights are inexact. */
const WHOLE = 0.999;
/** One word is in one place in any case. */
const FEWEST_WORDS = 2;

/** Where a row of source `s` has the whole query: in which chunks, with the heading above each, and in its names. */
export interface OnePlace {
  inNames: boolean;
  inChunk: (chunk: number) => boolean;
  inAnyChunk: boolean;
}

const NOWHERE: OnePlace = { inNames: false, inChunk: () => false, inAnyChunk: false };

/** Finds where a row has the whole query in one place; nowhere if that is one word. */
export function onePlaceOf(
  words: QueryWords,
  { coverage }: Pick<HeldWords, 'coverage'>,
  s: number,
  source: PostingsSource,
  row: number,
): OnePlace {
  if (coverage < WHOLE || words.terms.length < FEWEST_WORDS) return NOWHERE;
  const lists = words.terms.flatMap((term) => term.lists[s] ?? []);
  const had = wordsInChunks(lists, source.chunks(row), row);
  const inChunk = (chunk: number): boolean => had[chunk] === lists.length;
  return { inNames: isInNames(lists, row), inChunk, inAnyChunk: had.includes(lists.length) };
}

/** How many of the words, from the first one on, each chunk has. */
function wordsInChunks(lists: readonly Postings[], chunks: ArrayLike<number>, row: number): Uint8Array {
  const had = new Uint8Array(chunks.length / CHUNK_STRIDE);
  for (const [before, postings] of lists.entries()) {
    const add = (chunk: number): void => {
      if (had[chunk] === before) had[chunk] = before + 1;
    };
    const [from, to] = positionsOf(postings, row, FIELD_BODY);
    for (let p = from; p < to; p += 1) add(chunkAt(chunks, postings.positions[p] as number));
    const [first, end] = positionsOf(postings, row, FIELD_HEADINGS);
    for (let p = first; p < end; p += 1)
      for (let chunk = 0; chunk < had.length; chunk += 1)
        if (isUnder(chunks, chunk, postings.positions[p] as number)) add(chunk);
  }
  return had;
}

/** Whether a place among the headings is in those above a chunk. */
function isUnder(chunks: ArrayLike<number>, chunk: number, position: number): boolean {
  const from = chunks[chunk * CHUNK_STRIDE + 1] as number;
  const end = chunks[chunk * CHUNK_STRIDE + 2] as number;
  return from <= position && position < end;
}

function isInNames(lists: readonly Postings[], row: number): boolean {
  const key = (row << FIELD_BITS) | FIELD_TITLE;
  return lists.every((postings) => {
    const i = postings.find(key);
    return i < postings.count && postings.keys[i] === key;
  });
}
