import type { Ranges } from '../../ranges.ts';
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
  const lines = text.split('\n');
  const meant = Math.min(Math.max(passage.line - 1, 0), lines.length - 1);
  const line = nearest(lines, meant, (candidate) => findWords(candidate, words).length > 0) ?? meant;
  let offset = lines.slice(0, line).reduce((sum, before) => sum + before.length + 1, 0);
  const start = offset;
  const ranges: [number, number][] = [];
  for (const candidate of lines.slice(line, line + MOST_LINES)) {
    if (candidate.trim() === '') break;
    for (const [from, to] of findWords(candidate, words)) ranges.push([offset + from, offset + to]);
    offset += candidate.length + 1;
  }
  if (ranges.length === 0) ranges.push([start, start + (lines[line] ?? '').trimEnd().length]);
  return { line, ch: (ranges[0]?.[0] ?? start) - start, ranges };
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
  const lines = text.split('\n', MOST_PROPERTY_LINES);
  return lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') + 1 : 0;
}

const MOST_PROPERTY_LINES = 1_000;
