import type { Steps } from '../../kit/concurrency/slices.ts';
import type { TextRange } from '../parsed-note.ts';
import type { SourceText } from '../source-text.ts';
import { containerEnd } from './container-end.ts';
import { closeOfDelimited, commentInside } from './markdown-input.ts';

/**
 * A stretch of whole lines parsed in one go. All kinds but `markdown` are one block that the block parser never sees.
 */
export interface Segment {
  kind: 'markdown' | 'code' | 'comment' | 'math' | 'line';
  from: number;
  to: number;
  /** The text between the marks of a `%%` comment. */
  inner?: TextRange;
}

/** Lines longer than this are read without the block parser. */
export const MAX_LINE = 1 << 15;

/**
 * Cuts a range of a body into segments small enough that parsing one takes a few milliseconds. A short note is one
 * segment. A long one is cut before headings and bullets at the margin, and at blank lines before a line there, outside
 * of fences, comments and math. If there is none for long, it is cut at a line end, and `warnings` says so; a fence,
 * comment or formula of that size becomes a segment by itself.
 */
export function* cutSegments(source: SourceText, start: number, end: number, warnings: string[]): Steps<Segment[]> {
  const text = source.text.length === end ? source.text : source.text.slice(0, end);
  return (yield* cutText(text, start, warnings)).segments;
}

/** Where a text may be cut so that each part can be read by itself. */
export interface PartCuts {
  /** Offsets at which a part begins; not 0. */
  cuts: number[];
  /** A later `$$` may join both sides of a cut after this offset. */
  certainTo: number;
}

/**
 * Cuts a long text into parts of at least `size` UTF-16 units, at places where {@link cutSegments} cuts it as well, no
 * matter what follows. The body begins at `start`.
 */
export function* cutParts(text: string, start: number, size: number): Steps<PartCuts> {
  const { segments, openMath } = yield* cutText(text, start, []);
  const cuts: number[] = [];
  let begin = 0;
  for (const { from } of segments) {
    if (from - begin < size) continue;
    cuts.push(from);
    begin = from;
  }
  return { cuts, certainTo: openMath };
}

function* cutText(text: string, start: number, warnings: string[]): Steps<{ segments: Segment[]; openMath: number }> {
  const segments: Segment[] = [];
  if (text.length - start <= SOFT_LIMIT) {
    if (start < text.length) segments.push({ kind: 'markdown', from: start, to: text.length });
    return { segments, openMath: firstMath(text, start) };
  }
  let math = firstMath(text, start);
  let openMath = Infinity;
  const absentAfter = new Map<string, number>();
  let from = start;
  let afterBlank = false;
  const cut = (to: number): void => {
    if (to > from) segments.push({ kind: 'markdown', from, to });
    from = to;
  };
  for (let line = start, count = 0; line < text.length; count++) {
    if (count % LINES_PER_STEP === 0) yield;
    const next = nextLine(text, line);
    if (next - line > MAX_LINE) {
      cut(line);
      segments.push({ kind: 'line', from: line, to: next });
      from = next;
      warn(warnings, 'has lines too long to be read as more than text with links and tags');
    } else {
      if (line - from > SOFT_LIMIT && (afterBlank ? !isIndented(text, line) : startsBlock(text, line))) cut(line);
      else if (line - from > HARD_LIMIT) {
        cut(line);
        warn(warnings, 'has a block too long to be read as a whole');
      }
      const region = yield* regionAt(text, line, next, absentAfter);
      if (region !== null) {
        if (region.to - line > HARD_LIMIT) {
          cut(line);
          segments.push({ ...region, from: line });
          from = region.to;
        }
        afterBlank = false;
        line = region.to;
        if (math < line) math = firstMath(text, line);
        continue;
      }
    }
    if (math < next) openMath = Math.min(openMath, math);
    afterBlank = isBlankLine(text, line, next);
    line = next;
  }
  cut(text.length);
  return { segments, openMath };
}

function firstMath(text: string, start: number): number {
  const at = text.indexOf('$$', start);
  return at < 0 ? Infinity : at;
}

const SOFT_LIMIT = 1 << 15;
const HARD_LIMIT = 1 << 17;
const LINES_PER_STEP = 5_000;
/** Container marks, then what opens a region not ended by blank lines. */
const REGION_START =
  /(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,}|%%|\$\$|<!--|<(?:script|pre|style|textarea)(?=[\s>]|$))/iy;

const COMMENT_CLOSE = /-->/g;
const HTML_CLOSE = /<\/(?:script|pre|style|textarea)>/gi;
const BLOCK_START = /(?:#{1,6}|[-*+])[ \t]+[^\s*-]/y;

function nextLine(text: string, line: number): number {
  const lineBreak = text.indexOf('\n', line);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

function isIndented(text: string, line: number): boolean {
  const code = text.charCodeAt(line);
  return code === 32 || code === 9 || code === 10;
}

/** Whether a line ends any block before it: a heading or a bullet at the margin. */
function startsBlock(text: string, line: number): boolean {
  BLOCK_START.lastIndex = line;
  return BLOCK_START.test(text);
}

function isBlankLine(text: string, line: number, next: number): boolean {
  for (let at = line; at < next; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 10) return false;
  }
  return true;
}

/** The fence, comment or formula that begins on this line and continues after it, as whole lines. */
function* regionAt(text: string, line: number, next: number, absentAfter: Map<string, number>): Steps<Segment | null> {
  REGION_START.lastIndex = line;
  const opening = REGION_START.exec(text);
  const marker = opening?.[1];
  if (opening === null || marker === undefined || REGION_START.lastIndex > next) return null;
  const markerEnd = REGION_START.lastIndex;
  const markerStart = markerEnd - marker.length;
  const end = containerEnd(text, line, markerStart);
  if (end === null) return null;
  if (marker.startsWith('`') || marker.startsWith('~')) {
    const quotes = text.slice(line, markerStart).split('>').length - 1;
    const fence = { marker, quotes, end: Math.min(end, text.length) };
    return { kind: 'code', from: line, to: yield* endOfFence(text, next, fence) };
  }
  const close = closeOf(text, marker, markerStart, absentAfter);
  // Its container ends before it is closed: blank lines keep what follows apart.
  if (end < text.length && (close < 0 || close > end)) return null;
  if (marker.startsWith('<')) return wholeLines(marker === '<!--' ? 'comment' : 'code', text, line, next, close);
  if (marker === '$$') return wholeLines('math', text, line, next, close, true);
  const region = wholeLines('comment', text, line, next, close);
  return region === null ? null : { ...region, inner: commentInside(text, markerStart, close) };
}

function wholeLines(
  kind: Segment['kind'],
  text: string,
  from: number,
  next: number,
  close: number,
  mustClose = false,
): Segment | null {
  if (close < 0 && mustClose) return null;
  const to = close < 0 ? text.length : nextLine(text, close - 1);
  return to <= next ? null : { kind, from, to };
}

/** Where a comment, formula or block of HTML ends, after its closing mark; -1 if it has none. */
function closeOf(text: string, marker: string, start: number, absentAfter: Map<string, number>): number {
  if (!marker.startsWith('<')) return closeOfDelimited(text, marker, start, absentAfter);
  // CommonMark, section 4.6: a closing tag of any of the four ends the block.
  const mark = marker === '<!--' ? COMMENT_CLOSE : HTML_CLOSE;
  mark.lastIndex = start;
  return mark.test(text) ? mark.lastIndex : -1;
}

/** `quotes`: how many quotes the fence is in; `end`: where its container ends. */
function* endOfFence(
  text: string,
  start: number,
  { marker, quotes, end }: { marker: string; quotes: number; end: number },
): Steps<number> {
  const fenceCode = marker.charCodeAt(0);
  for (let line = start, count = 1; line < end; count++) {
    if (count % LINES_PER_STEP === 0) yield;
    const next = nextLine(text, line);
    let at = line;
    for (let left = quotes; at < next; at++) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 9 && (code !== 62 || left-- === 0)) break;
    }
    const run = at;
    while (at < next && text.charCodeAt(at) === fenceCode) at++;
    if (at - run >= marker.length && isBlankLine(text, at, next)) return next;
    line = next;
  }
  return end;
}

function warn(warnings: string[], message: string): void {
  if (!warnings.includes(message)) warnings.push(message);
}
