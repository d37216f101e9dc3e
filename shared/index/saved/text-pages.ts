import type { Steps } from '../../kit/concurrency/slices.ts';

/** Several chunks' visible texts, compressed together; `firstChunk` is the number of its first chunk in the note. */
export interface TextPage {
  firstChunk: number;
  bytes: Uint8Array;
}

/** Zlib's `deflateSync`, which workers in the app lack. */
export type Deflate = (text: string, options: typeof DEFLATE_OPTIONS) => Uint8Array;

/** Uncompressed length, in UTF-16 units, at which a page is closed: small enough to be opened for a single excerpt. */
const PAGE_LENGTH = 8_192;
/** Notes are short: a small window costs 4 % in size and saves a third of the time, which is mostly setup. */
const DEFLATE_OPTIONS = { level: 1, windowBits: 13, memLevel: 6 };
/** Between the chunks of a page. */
export const SEPARATOR = '\0';

/**
 * Packs the texts of a note's chunks, from number `firstChunk` on, into pages; NUL separates chunks, so it is removed
 * from the texts. One page per step.
 */
export function* packPages(texts: readonly string[], firstChunk: number, deflate: Deflate): Steps<TextPage[]> {
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
    const bytes = new Uint8Array(deflate(chunks.join(SEPARATOR), DEFLATE_OPTIONS));
    pages.push({ firstChunk: firstChunk + first, bytes });
    first += chunks.length;
    yield;
  }
  return pages;
}
