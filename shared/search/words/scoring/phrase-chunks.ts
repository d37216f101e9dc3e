import { CHUNK_STRIDE, FIELD_BODY, FIELD_HEADINGS } from '../segments/postings.ts';
import type { Postings, PostingsSource } from '../segments/postings.ts';
import { chunkAt, positionsOf } from './chunk-places.ts';

/** What a chunk has of the quoted phrases of a query, compared with the other chunks of its note. */
export const LACKING = 0;
/** No other chunk has more of them. */
const HOLDING = 1;
/** Of those that hold them, none has more in its text. */
const HOLDING_IN_TEXT = 2;

/**
 * One of these by chunk; null if no chunk of the row has any phrase, in its text or in the headings directly above it.
 * Then the phrases are in the title or in properties.
 *
 * @param phrases where each occurs, by source
 */
export function phraseChunks(
  phrases: readonly (readonly Postings[])[],
  s: number,
  source: PostingsSource,
  row: number,
): Uint8Array | null {
  if (phrases.length === 0) return null;
  const chunks = source.chunks(row);
  const count = chunks.length / CHUNK_STRIDE;
  const inText = new Uint8Array(count);
  const inAll = new Uint8Array(count);
  for (const lists of phrases) {
    const postings = lists[s];
    if (postings === undefined) continue;
    const had = new Set(chunksWithin(postings, row, chunks));
    for (const chunk of had) inText[chunk] = (inText[chunk] as number) + 1;
    for (const chunk of chunksBelow(postings, row, chunks)) had.add(chunk);
    for (const chunk of had) inAll[chunk] = (inAll[chunk] as number) + 1;
  }
  const most = largest(inAll);
  if (most === 0) return null;
  const mostInText = largest(inText.filter((_, chunk) => inAll[chunk] === most));
  return inAll.map((held, chunk) => {
    if (held < most) return LACKING;
    return inText[chunk] === mostInText ? HOLDING_IN_TEXT : HOLDING;
  });
}

/** The first chunk with the highest score. If any chunk holds a phrase, only those that hold phrases best compete. */
export function bestChunk(scores: Float64Array, held: Uint8Array | null): number {
  let found = 0;
  for (let i = 1; i < scores.length; i += 1) {
    const ahead = held === null ? 0 : (held[i] as number) - (held[found] as number);
    if (ahead > 0 || (ahead === 0 && (scores[i] as number) > (scores[found] as number))) found = i;
  }
  return found;
}

function* chunksWithin(postings: Postings, row: number, chunks: ArrayLike<number>): Generator<number> {
  const [from, to] = positionsOf(postings, row, FIELD_BODY);
  for (let p = from; p < to; p += 1) yield chunkAt(chunks, postings.positions[p] as number);
}

/** The first chunk below each heading: with others, the heading is not shown. */
function* chunksBelow(postings: Postings, row: number, chunks: ArrayLike<number>): Generator<number> {
  const [from, to] = positionsOf(postings, row, FIELD_HEADINGS);
  let at = 0;
  for (let p = from; p < to; p += 1) {
    // Headings come in order, and those without a text of their own belong to the next chunk.
    while (at < chunks.length && (chunks[at + 2] as number) <= (postings.positions[p] as number)) at += CHUNK_STRIDE;
    if (at >= chunks.length) return;
    yield at / CHUNK_STRIDE;
  }
}

function largest(values: Uint8Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
