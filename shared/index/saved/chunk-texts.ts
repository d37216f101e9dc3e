import { promisify } from 'node:util';
import { deflateSync, inflate, inflateSync } from 'node:zlib';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { packPages, SEPARATOR, type TextPage } from './text-pages.ts';

/** Below this many compressed bytes, opening a page right here is cheaper than a trip to the thread pool. */
const INLINE_BYTES = 65_536;
const inflateAsync = promisify(inflate);

/**
 * Packs the texts of a note's chunks on this thread (see {@link packPages}): for so little text, the round trip to the
 * thread pool takes longer than the work.
 */
export function packChunkTexts(texts: readonly string[], firstChunk = 0): Steps<TextPage[]> {
  return packPages(texts, firstChunk, deflateSync);
}

/** All chunks of a page. Throws if a byte is wrong (zlib's checksum). */
export async function unpackChunks(bytes: Uint8Array): Promise<string[]> {
  const plain = bytes.length <= INLINE_BYTES ? inflateSync(bytes) : await inflateAsync(bytes);
  return plain.toString('utf8').split(SEPARATOR);
}

/** The chunks of several pages, opened one after the other. Throws if a byte is wrong (zlib's checksum). */
export function* textsInPages(pages: readonly TextPage[]): Generator<string> {
  for (const { bytes } of pages) yield* inflateSync(bytes).toString('utf8').split(SEPARATOR);
}

/**
 * One chunk of a page, by its number there; empty if the page has no such chunk. Throws if a byte is wrong (zlib's
 * checksum).
 */
export async function unpackChunk(bytes: Uint8Array, number: number): Promise<string> {
  const plain = bytes.length <= INLINE_BYTES ? inflateSync(bytes) : await inflateAsync(bytes);
  let start = 0;
  for (let skipped = 0; skipped < number; skipped++) {
    start = plain.indexOf(0, start) + 1;
    if (start === 0) return '';
  }
  const end = plain.indexOf(0, start);
  return plain.toString('utf8', start, end < 0 ? plain.length : end);
}
