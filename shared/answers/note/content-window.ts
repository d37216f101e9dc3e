import type { Steps } from '../../kit/concurrency/slices.ts';
import { lineEndsIn } from '../../kit/text/line-ends.ts';
import { cutTo } from '../../kit/text/shorten.ts';
import type { PartRange } from './note-part.ts';

/** A stretch of text, as answers show it. */
export interface ContentWindow {
  startLine: number;
  endLine: number;
  content: string;
  truncated: boolean;
  contentLength: number;
  nextOffset?: number;
}

/**
 * What an answer shows of a stretch of a note, and where a later one goes on. Offsets that clients see count UTF-16
 * units of the body; one above the body is negative.
 * @param range offsets into the text
 */
export function* contentWindowSteps(
  text: string,
  range: PartRange,
  { bodyStart, offset = 0, most }: { bodyStart: number; offset?: number | undefined; most: number },
): Steps<ContentWindow> {
  const start = Math.min(range.end, Math.max(range.start, offset === 0 ? range.start : bodyStart + offset));
  const end = endOfWindow(text, { start, end: range.end }, { bodyStart, most });
  const content = text.slice(start, end);
  const truncated = end < range.end;
  const startLine = 1 + (yield* lineEndSteps(text, 0, start));
  const lastEnd = endsBeforeLineEnd(text, end) ? 0 : lineEndLength(content);
  return {
    startLine,
    endLine: startLine + (yield* lineEndSteps(text, start, end - lastEnd)),
    content,
    truncated,
    contentLength: range.end - range.start,
    ...(truncated ? { nextOffset: end - bodyStart } : {}),
  };
}

/** At least one character on, and never just where the body begins: an offset of 0 stands for the range's start. */
function endOfWindow(
  text: string,
  { start, end }: PartRange,
  { bodyStart, most }: { bodyStart: number; most: number },
): number {
  const rest = text.slice(start, end);
  if (rest.length <= most) return end;
  const cut = start + (cutTo(rest, most).length || 2);
  if (cut !== bodyStart) return cut;
  return cut - 1 > start ? cut - 1 : Math.min(end, cut + 2 - cutTo(text.slice(cut), 1).length);
}

/** A few milliseconds. */
const UNITS_PER_STEP = 1 << 20;

function* lineEndSteps(text: string, start: number, end: number): Steps<number> {
  let count = 0;
  for (let from = start; from < end; from += UNITS_PER_STEP) {
    count += lineEndsIn(text, from, Math.min(end, from + UNITS_PER_STEP));
    yield;
  }
  return count;
}

/** Of the line end at the end of a text; 0 without one. */
function lineEndLength(text: string): number {
  if (text.endsWith('\r\n')) return 2;
  return text.endsWith('\n') || text.endsWith('\r') ? 1 : 0;
}

/** Whether the line that a stretch ends in is whole, though it may be empty. */
function endsBeforeLineEnd(text: string, end: number): boolean {
  const isInLineEnd = text[end] === '\n' && text[end - 1] === '\r';
  return !isInLineEnd && (text[end] === '\n' || text[end] === '\r');
}
