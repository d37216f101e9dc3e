import type { Input } from '@lezer/common';
import { containerEnd } from './container-end.ts';
import type { LookAhead } from './markdown-grammar.ts';
import type { TextRange } from '../parsed-note.ts';

/**
 * A note's text as the block parser reads it: line by line, with lines that would cost it too much shown as plain text.
 */
export class LineInput implements Input, LookAhead {
  readonly length: number;
  readonly lineChunks = true;
  readonly #text: string;
  /** For each marker, an offset after which it is known not to occur. */
  readonly #absentAfter = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.length = text.length;
  }

  chunk(from: number): string {
    const lineBreak = this.#text.indexOf('\n', from);
    if (lineBreak === from) return '\n';
    const line = this.#text.slice(from, lineBreak < 0 ? this.length : lineBreak);
    return line.length > MAX_NESTING && isNestedTooDeep(line) ? 'x'.repeat(line.length) : line;
  }

  read(from: number, to: number): string {
    return this.#text.slice(from, to);
  }

  closeOf(marker: string, from: number): number {
    return closeOfDelimited(this.#text, marker, from, this.#absentAfter);
  }
}

/**
 * Where a block that `marker` opens at `from` ends, after its closing marker; -1 if it opens none. A comment that is
 * never closed extends to the end of the note, as in the app's editor. Math needs its closing marker, in the same quote
 * or list item, and a blank line only belongs to it if the opening line has nothing else, since people also write `$$`
 * about money.
 */
export function closeOfDelimited(text: string, marker: string, from: number, absentAfter: Map<string, number>): number {
  const contentStart = from + marker.length;
  const absent = (absentAfter.get(marker) ?? Infinity) <= contentStart;
  const close = absent ? -1 : text.indexOf(marker, contentStart);
  if (close < 0) {
    if (!absent) absentAfter.set(marker, contentStart);
    return marker === '$$' ? -1 : text.length;
  }
  if (marker === '$$') {
    const opening = text.slice(contentStart, Math.min(close, text.indexOf('\n', from)));
    if (opening.trim() !== '' && BLANK_LINE.test(text.slice(contentStart, close))) return -1;
    const end = containerEnd(text, text.lastIndexOf('\n', from - 1) + 1, from);
    if (end !== null && close >= end) return -1;
  }
  return close + marker.length;
}

/** The text between the marks of the comment `%%…%%` in `start..end`, or to the end if the second mark is missing. */
export function commentInside(text: string, start: number, end: number): TextRange {
  const close = text.indexOf('%%', start + 2);
  return { start: start + 2, end: close < 0 ? end : Math.min(close, end) };
}

const MAX_NESTING = 200;
const BLANK_LINE = /\n[ \t>]*\n/;

/**
 * Whether a line opens more containers (`>`, `-`, `1.` …) than anyone writes: each costs the parser on every later
 * line.
 */
function isNestedTooDeep(line: string): boolean {
  let marks = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 32 || code === 9 || (code >= 48 && code <= 57)) continue;
    if (code !== 62 && code !== 45 && code !== 42 && code !== 43 && code !== 46 && code !== 41) return false;
    if (++marks > MAX_NESTING) return !isRule(line);
  }
  return false;
}

function isRule(line: string): boolean {
  const mark = line.trimStart().charCodeAt(0);
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== mark && code !== 32 && code !== 9) return false;
  }
  return !line.includes(' ');
}
