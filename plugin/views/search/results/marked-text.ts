import { escapePattern } from '../../../../shared/kit/text/escape-pattern.ts';
import type { Ranges } from '../../text/ranges.ts';

export interface Piece {
  text: string;
  isMarked: boolean;
}

/** A text in pieces, in order. Ranges that lie outside it or overlap an earlier one are left out. */
export function piecesOf(text: string, ranges: Ranges): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

/** The marked words of a text, each once, the longest first. */
export function markedWords(text: string, ranges: Ranges): string[] {
  const words = new Map<string, string>();
  for (const { text: word, isMarked } of piecesOf(text, ranges))
    if (isMarked && word.trim() !== '') words.set(word.toLocaleLowerCase('en'), word.trim());
  return [...words.values()].sort((a, b) => b.length - a.length);
}

/** Characters before the first mark: in two short lines, in one, and in one or two of wide characters. */
const MOST_BEFORE = { twoLines: 36, oneLine: 14, wide: 12 };

/**
 * A text cut before its first mark, so that a narrow row of two lines, or one, still shows the mark: at a blank, or, in
 * a script without blanks, between two characters.
 */
export function nearFirstMark(
  text: string,
  ranges: Ranges,
  lines: 'oneLine' | 'twoLines' = 'twoLines',
): { text: string; ranges: [number, number][] } {
  const first = ranges[0]?.[0] ?? 0;
  const isWide = RUNS_ON.test(text.slice(Math.max(0, first - MOST_BEFORE.wide), first));
  const most = isWide ? MOST_BEFORE.wide : MOST_BEFORE[lines];
  const blank = text.indexOf(' ', first - most);
  const isAtBlank = blank >= 0 && blank < first;
  const from = isAtBlank ? blank + 1 : isWide ? startOfCharacter(text, first - most) : 0;
  const dots = /^(?:· )*/.exec(text.slice(from, first))?.[0].length ?? 0;
  const cut = first > most ? from + dots : 0;
  const lead = cut === 0 ? '' : '…';
  const moved = ranges.map(([start, end]): [number, number] => [start - cut + lead.length, end - cut + lead.length]);
  return { text: `${lead}${text.slice(cut)}`, ranges: moved };
}

/** Where the character starts that has the UTF-16 unit at `at`. */
function startOfCharacter(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at;
}

/** Scripts without blanks between words, or (Hangul) with compounds and particles in one. */
const RUNS_ON =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Where a text has words that begin with one of these, or symbols, whatever their case. */
export function findWords(text: string, words: readonly string[]): [number, number][] {
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(escapePattern).join('|'), 'giu');
  const found: [number, number][] = [];
  for (const { 0: word, index } of text.matchAll(pattern))
    if (
      RUNS_ON.test(word) ||
      !/^[\p{L}\p{N}]/u.test(word) ||
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index))
    )
      found.push([index, index + word.length]);
  return found;
}
