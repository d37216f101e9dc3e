import { CHUNK_STRIDE, FIELD_BITS } from '../segments/postings.ts';
import type { Postings } from '../segments/postings.ts';

/** The range of a row's field in the postings' positions. */
export function positionsOf(postings: Postings, row: number, field: number): [from: number, to: number] {
  const key = (row << FIELD_BITS) | field;
  const i = postings.find(key);
  if (i >= postings.count || postings.keys[i] !== key) return [0, 0];
  return [postings.starts[i] as number, postings.starts[i + 1] as number];
}

/** The chunk whose text has a position of the body. */
export function chunkAt(chunks: ArrayLike<number>, position: number): number {
  let low = 0;
  let high = chunks.length / CHUNK_STRIDE;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((chunks[middle * CHUNK_STRIDE] as number) <= position) low = middle;
    else high = middle;
  }
  return low;
}
