import type { Steps } from '../../kit/concurrency/slices.ts';
import { PatternDistance } from './edit-distance.ts';
import { END_MARK, END_MARKS, normaliseLine, UNCOMPARED_END } from './line-windows.ts';
import { withWholeMarks } from './whole-marks.ts';

/** A run of whole words within one line, and its similarity to the search text. */
export interface PartWindow {
  /** Index of its line. */
  line: number;
  /** Offsets within the line, end exclusive. */
  start: number;
  end: number;
  /** Edit similarity from 0 to 1. */
  score: number;
  /** How much longer or shorter than the search text. */
  gap: number;
}

/** Scores this close count as equal. */
const NEAR = 0.05;
/** Below this, short texts resemble anything. */
const LEAST = 0.5;
const ROUNDING = 1e-9;
const MOST_LISTED = 10;
/** In scripts without spaces each character may begin or end a part. */
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}_]+|\S/gu;

/**
 * The runs of whole words that are most similar to a search text of less than a line: the best one at or above the
 * threshold, and any other within 0.05 of it, best first, ten at most. Compared as whole lines are
 * ({@link normaliseLine}).
 */
export function* similarParts(search: string, lines: readonly string[], threshold: number): Steps<PartWindow[]> {
  const pattern = normaliseLine(search);
  if (pattern === '') return [];
  const distance = new PatternDistance(pattern);
  const found: PartWindow[] = [];
  let least = Math.max(threshold, LEAST);
  for (const [line, text] of lines.entries()) {
    yield;
    // A window as similar as `least` has at most this many edits, however long it is.
    const most = ((1 - least) * pattern.length) / least;
    if (!(yield* isWithin(distance, text, most))) continue;
    for (const window of yield* windowsOf(text, pattern, distance, least)) {
      found.push({ line, ...window });
      least = Math.max(least, window.score - NEAR);
    }
  }
  return distinct(found);
}

/**
 * Where a new text for a part stands in its line: with what lies at the part's edges and was not compared, if the
 * search text has it, too. The new text brings its own, and a sentence would end in two full stops.
 */
export function placeInLine(part: PartWindow, line: string, search: string, content: string): [number, number] {
  const [partStart, partEnd] = withWholeMarks(line, [part.start, part.end]);
  const start = /^\s/.test(search) ? line.slice(0, partStart).trimEnd().length : partStart;
  const end = UNCOMPARED_END.exec(search)?.[0] ?? '';
  if (line.startsWith(end, partEnd)) return [start, partEnd + end.length];
  const isReplaced = END_MARK.test(end) && (content === '' || END_MARK.test(content));
  return [start, isReplaced ? partEnd + (END_MARKS.exec(line.slice(partEnd))?.[0].length ?? 0) : partEnd];
}

/** Whether any passage of a line is at most `most` edits away. */
function* isWithin(distance: PatternDistance, text: string, most: number): Steps<boolean> {
  const line = normaliseLine(text);
  const ends = Array.from({ length: line.length + 1 }, (_, end) => end);
  return (yield* distance.leastUpTo(line, ends)).some((edits) => edits <= most);
}

function* windowsOf(
  text: string,
  pattern: string,
  distance: PatternDistance,
  least: number,
): Steps<Omit<PartWindow, 'line'>[]> {
  const units = [...text.matchAll(UNIT)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const windows: Omit<PartWindow, 'line'>[] = [];
  const longest = pattern.length / least;
  for (const [i, { start }] of units.entries()) {
    for (const { end } of units.slice(i)) {
      const part = normaliseLine(text.slice(start, end));
      if (part.length > longest) break;
      const longer = Math.max(part.length, pattern.length);
      const most = Math.floor((1 - least + ROUNDING) * longer);
      if (Math.abs(part.length - pattern.length) > most) continue;
      const edits = yield* distance.between(part, 0, part.length, most);
      if (edits <= most)
        windows.push({ start, end, score: (longer - edits) / longer, gap: Math.abs(part.length - pattern.length) });
    }
    yield;
  }
  return windows;
}

function distinct(found: PartWindow[]): PartWindow[] {
  const [best, ...others] = found.sort(
    (a, b) => b.score - a.score || a.gap - b.gap || a.line - b.line || a.start - b.start,
  );
  if (best === undefined) return [];
  const kept = [best];
  for (const other of others) {
    if (best.score - other.score > NEAR + ROUNDING || kept.length >= MOST_LISTED) break;
    if (!kept.some((one) => one.line === other.line && one.start < other.end && other.start < one.end))
      kept.push(other);
  }
  return kept;
}
