import { linesIn } from '../../../../shared/kit/text/line-ends.ts';
import type { Ranges } from '../../text/ranges.ts';
import { findWords, markedWords } from './marked-text.ts';

/** A passage as the engine answers it. */
export interface Passage {
  /** 1-based. */
  line: number;
  excerpt: string;
  ranges: Ranges;
}

export interface MatchPlace {
  /** 0-based line and column of the first word found. */
  line: number;
  ch: number;
  /** What to highlight, the first on that line: UTF-16 offsets in the whole text. Never empty. */
  ranges: [number, number][];
}

const MOST_LINES = 12;

/**
 * Where in a note's text a passage is now. The text may have changed since it was indexed: then it is the nearest line
 * with one of the words. Without words the whole line counts.
 */
export function placeOf(text: string, passage: Passage): MatchPlace {
  const words = markedWords(passage.excerpt, passage.ranges);
  const lines = [...linesIn(text)];
  const meant = Math.min(Math.max(passage.line - 1, 0), lines.length - 1);
  const line = nearest(lines, meant, (candidate) => findWritten(candidate, words).length > 0) ?? meant;
  let offset = 0;
  const ends = (at: number): number => (text.startsWith('\r\n', at) ? at + 2 : at + 1);
  for (const before of lines.slice(0, line)) offset = ends(offset + before.length);
  const start = offset;
  const ranges: [number, number][] = [];
  for (const candidate of lines.slice(line, line + MOST_LINES)) {
    if (candidate.trim() === '') break;
    for (const [from, to] of findWritten(candidate, words)) ranges.push([offset + from, offset + to]);
    offset = ends(offset + candidate.length);
  }
  if (ranges.length === 0) ranges.push([start, start + (lines[line] ?? '').trimEnd().length]);
  return { line, ch: (ranges[0]?.[0] ?? start) - start, ranges };
}

/** Marks that a word can have inside, of which an excerpt shows none: bold, highlighted, struck, code, or an escape. */
const MARKS = /[*_=~`\\]/u;

/** Where a line has these words, as {@link findWords} does; if none, where it has them with marks inside. */
function findWritten(line: string, words: readonly string[]): [number, number][] {
  const found = findWords(line, words);
  if (found.length > 0 || words.length === 0 || !MARKS.test(line)) return found;
  let shown = '';
  const places: number[] = [];
  for (let at = 0; at < line.length; at += 1)
    if (!MARKS.test(line.charAt(at))) {
      shown += line.charAt(at);
      places.push(at);
    }
  const bare = words.map((word) => word.replace(new RegExp(MARKS, 'gu'), '')).filter((word) => word !== '');
  return findWords(shown, bare).map(([from, to]) => [places[from] ?? 0, (places[to - 1] ?? 0) + 1]);
}

function nearest(lines: readonly string[], from: number, isWanted: (line: string) => boolean): number | null {
  for (let away = 0; away < lines.length; away += 1)
    for (const line of [from + away, from - away]) {
      const text = lines[line];
      if (text !== undefined && isWanted(text)) return line;
    }
  return null;
}

/** The 0-based line where a note's body begins, below its frontmatter; 0 if it has none. */
export function bodyLineOf(text: string): number {
  const lines: string[] = [];
  for (const line of linesIn(text)) if (lines.push(line) === MOST_PROPERTY_LINES) break;
  return lines[0]?.replace(/^\uFEFF/u, '').trimEnd() === '---'
    ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') + 1
    : 0;
}

const MOST_PROPERTY_LINES = 1_000;
