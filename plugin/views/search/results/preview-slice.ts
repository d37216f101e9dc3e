import { linesIn } from '../../../../shared/kit/text/line-ends.ts';
import { bodyLineOf, placeOf, type Passage } from './match-place.ts';

const LINES_ABOVE = 12;
const MOST_LETTERS = 4_000;
/** The most letters above the match, so that it is never cut off. */
const MOST_ABOVE = 1_500;
/** If the match's own line is longer than that: how many of its letters come before the match. */
const BEFORE_MATCH = 300;
const ELLIPSIS = '…';
/** The line between a table's head and its rows. */
const UNDER_HEAD = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** The part of a note that is shown around a match. */
export interface PreviewSlice {
  /** The lines around a match in the frontmatter, as they are written; empty for a match in the body. */
  properties: string;
  /** Markdown that renders as it does in the note. */
  markdown: string;
  /** Where the match begins in it. */
  at: number;
}

/** The part of a note that a preview of a passage shows; of the beginning of its body if there is none. */
export function sliceAround(text: string, passage: Passage | null): PreviewSlice {
  return previewSlice(text, passage === null ? { line: bodyLineOf(text), ch: 0 } : placeOf(text, passage));
}

/** The part of a note that a preview of a place (0-based line and column) shows; the place is always in it. */
export function previewSlice(text: string, place: { line: number; ch: number }): PreviewSlice {
  const lines = [...linesIn(text)];
  const body = bodyLineOf(text);
  if (place.line < body) {
    const above = lines.slice(Math.max(1, place.line - LINES_ABOVE), Math.min(body - 1, place.line + LINES_ABOVE));
    return { properties: above.join('\n').slice(0, MOST_LETTERS), ...sliceOf(lines, body, { line: body, ch: 0 }) };
  }
  return { properties: '', ...sliceOf(lines, body, place) };
}

function sliceOf(
  lines: readonly string[],
  body: number,
  { line, ch }: { line: number; ch: number },
): Pick<PreviewSlice, 'markdown' | 'at'> {
  const matchLine = Math.min(line, lines.length - 1);
  const column = Math.min(ch, lines[matchLine]?.length ?? 0);
  const above = (from: number): number =>
    lines.slice(from, matchLine).reduce((sum, { length }) => sum + length + 1, column);
  let start = beginning(lines, body, matchLine);
  while (start < matchLine && above(start) > MOST_ABOVE) start += 1;
  while (start < matchLine && lines[start]?.trim() === '') start += 1;
  // Code goes on as code, and a table as a table, from its first line if that is near.
  const head = codeHead(lines, start) ?? tableHead(lines, body, start) ?? calloutHead(lines, body, start);
  const isNear = head !== null && above(head.first) <= MOST_ABOVE;
  if (isNear) start = head.first;
  const lead = head === null || isNear ? '' : `${head.lines.join('\n')}\n`;
  const whole = lines.slice(start).join('\n');
  const at = above(start);
  const from = at > MOST_ABOVE ? startNear(whole, at) : 0;
  const cut = `${lead}${from > 0 ? ELLIPSIS : ''}`;
  return { markdown: cut + endedNear(whole.slice(from), at - from), at: cut.length + at - from };
}

/** What a part of a block needs above it to render as it does in the note, and in which line the block begins. */
interface BlockHead {
  first: number;
  lines: readonly string[];
}

function codeHead(lines: readonly string[], start: number): BlockHead | null {
  const fences = lines.flatMap((content, at) => (at < start && /^\s*(?:```|~~~)/.test(content) ? [at] : []));
  const first = fences.length % 2 === 1 ? fences.at(-1) : undefined;
  return first === undefined ? null : { first, lines: [lines[first] ?? '', ELLIPSIS] };
}

function tableHead(lines: readonly string[], body: number, start: number): BlockHead | null {
  for (let at = start; at > body && lines[at]?.includes('|') === true; at -= 1) {
    const above = lines[at - 1] ?? '';
    if (UNDER_HEAD.test(lines[at] ?? '') && above.includes('|'))
      return { first: at - 1, lines: lines.slice(at - 1, at < start ? at + 1 : at) };
  }
  return null;
}

function calloutHead(lines: readonly string[], body: number, start: number): BlockHead | null {
  let first = start;
  while (first > body && /^\s*>/.test(lines[first - 1] ?? '')) first -= 1;
  const above = lines[first] ?? '';
  return first < start && /^\s*>\s*\[!/.test(above) ? { first, lines: [above] } : null;
}

/** Some lines above, or the nearest heading, never in the frontmatter. */
function beginning(lines: readonly string[], body: number, line: number): number {
  let start = Math.min(line, Math.max(0, line - LINES_ABOVE, body));
  for (let at = line; at > start; at -= 1) if (/^#{1,6}\s/.test(lines[at] ?? '')) start = at;
  return start;
}

/** A start between words, some letters before a place. */
function startNear(text: string, at: number): number {
  const from = at - BEFORE_MATCH;
  const blank = text.indexOf(' ', from);
  return blank >= 0 && blank < at ? blank + 1 : unsplit(text, from);
}

/** A text of bounded length, ended between words if there is a blank behind the match. */
function endedNear(text: string, at: number): string {
  if (text.length <= MOST_LETTERS) return text;
  const end = Math.max(text.lastIndexOf(' ', MOST_LETTERS), text.lastIndexOf('\n', MOST_LETTERS));
  return text.slice(0, end > at + BEFORE_MATCH ? end : unsplit(text, MOST_LETTERS)) + ELLIPSIS;
}

/** Steps back rather than cut a surrogate pair. */
function unsplit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
