import { promisify } from 'node:util';
import { deflateSync, inflate, inflateSync } from 'node:zlib';
import type { Steps } from '../../kit/concurrency/slices.ts';

/** Several chunks' visible texts, compressed together; `firstChunk` is the number of its first chunk in the note. */
export interface TextPage {
  firstChunk: number;
  bytes: Uint8Array;
}

/** Uncompressed length, in UTF-16 units, at which a page is closed: small enough to be opened for a single excerpt. */
const PAGE_LENGTH = 8_192;
/** Below this many compressed bytes, opening a page right here is cheaper than a trip to the thread pool. */
const INLINE_BYTES = 65_536;
/** Notes are short: a small window costs 4 % in size and saves a third of the time, which is mostly setup. */
const DEFLATE_OPTIONS = { level: 1, windowBits: 13, memLevel: 6 };
const SEPARATOR = '\0';

const inflateAsync = promisify(inflate);

/**
 * Packs the texts of a note's chunks, from number `firstChunk` on, into pages; NUL separates chunks, so it is removed from the texts. One page per step: for
 * so little text, the round trip to the thread pool takes longer than the work.
 */
export function* packChunkTexts(texts: readonly string[], firstChunk = 0): Steps<TextPage[]> {
  const pages: TextPage[] = [];
  for (let first = 0; first < texts.length; ) {
    const chunks: string[] = [];
    let length = 0;
    while (first + chunks.length < texts.length && (chunks.length === 0 || length < PAGE_LENGTH)) {
      const text = (texts[first + chunks.length] ?? '').replaceAll(SEPARATOR, ' ');
      chunks.push(text);
      length += text.length;
    }
    // A copy: zlib returns a view of 16 KB, and pages are kept until they are saved.
    pages.push({
      firstChunk: firstChunk + first,
      bytes: new Uint8Array(deflateSync(Buffer.from(chunks.join(SEPARATOR)), DEFLATE_OPTIONS)),
    });
    first += chunks.length;
    yield;
  }
  return pages;
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

/** One chunk of a page, by its number there; empty if the page has no such chunk. Throws if a byte is wrong (zlib's checksum). */
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
