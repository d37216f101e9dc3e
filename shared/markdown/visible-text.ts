import { lineEndsIn } from '../kit/text/line-ends.ts';
import type { TextRange } from './parsed-note.ts';

/**
 * The text of `start..end` as a reader sees it: without the hidden ranges, which are sorted and disjoint as in
 * `ParsedNote.hidden`. Line ends stay as written. An HTML tag that breaks the line or the cell leaves a space, so that
 * words do not run together.
 * @param lineEnd stands for each line end in a hidden range
 */
export function visibleText(
  text: string,
  hidden: readonly TextRange[],
  start: number,
  end: number,
  lineEnd = '',
): string {
  let visible = '';
  let at = start;
  for (let index = firstRangeAfter(hidden, start); index < hidden.length; index++) {
    const range = hidden[index];
    if (range === undefined || range.start >= end) break;
    if (range.start > at) visible += text.slice(at, range.start);
    if (separates(text, range)) visible += ' ';
    if (lineEnd !== '')
      visible += lineEnd.repeat(lineEndsIn(text, Math.max(at, range.start), Math.min(range.end, end)));
    at = Math.max(at, range.end);
  }
  return at < end ? visible + text.slice(at, end) : visible;
}

/** The index of the first range that ends after `offset`. */
export function firstRangeAfter(ranges: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range !== undefined && range.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a hidden range separates words: an HTML tag that begins a new line, block or cell. */
export function separates(text: string, range: TextRange): boolean {
  return (
    text.charCodeAt(range.start) === 60 &&
    PARTING_TAG.test(text.slice(range.start, Math.min(range.end, range.start + 14)))
  );
}

const PARTING_TAG =
  /^<\/?(?:article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|iframe|img|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;
