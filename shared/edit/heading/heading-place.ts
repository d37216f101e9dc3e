import { closingDataStart } from '../../notes/closing-data.ts';
import type { Heading, ParsedNote } from '../../markdown/parsed-note.ts';
import { isBlank, lineIndexAt, toLf } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';

/** A heading's place in its text. Numbers are line indexes, ends exclusive. */
export interface HeadingPlace {
  source: TextLines;
  headings: readonly Heading[];
  heading: Heading;
  at: number;
  /** The first line below the heading. */
  below: number;
  sectionEnd: number;
  /** The next heading of any level, or where the note's text ends: its last line, or above a plugin's data. */
  nextHeading: number;
  /** Where the note's body begins. */
  bodyStart: number;
}

export function placeOf(source: TextLines, note: ParsedNote, index: number): HeadingPlace {
  const heading = note.headings[index];
  if (heading === undefined) throw new RangeError(`no heading ${String(index)}`);
  const later = note.headings.slice(index + 1);
  const data = closingDataStart(source.text, note);
  const textEnd = data === null ? source.lines.length : lineIndexAt(source.lines, data);
  const lineOf = (other: Heading | undefined): number =>
    other === undefined ? textEnd : lineIndexAt(source.lines, other.start);
  return {
    source,
    headings: note.headings,
    heading,
    at: lineIndexAt(source.lines, heading.start),
    below: lineIndexAt(source.lines, heading.end) + 1,
    sectionEnd: lineOf(later.find(({ level }) => level <= heading.level)),
    nextHeading: lineOf(later[0]),
    bodyStart: note.bodyStart === source.text.length ? source.lines.length : lineIndexAt(source.lines, note.bodyStart),
  };
}

/**
 * Whether what follows needs a blank line above it: a setext heading would absorb a paragraph above it, an underline
 * would make it a heading, and indented code would join it.
 */
export function guardBlank({ source, headings }: HeadingPlace, next: number): 0 | 1 {
  if (UNDERLINE_OR_CODE.test(contentOf(source, next))) return 1;
  const start = source.lines[next]?.start;
  const heading = headings.find((other) => other.start === start);
  return heading !== undefined && isSetextHeading(source, heading) ? 1 : 0;
}

const UNDERLINE_OR_CODE = /^(?: {0,3}(?:=+|-+)[ \t]*$|(?: {4}| {0,3}\t)[ \t]*\S)/;

export function isSetextHeading(source: TextLines, heading: Heading): boolean {
  return lineIndexAt(source.lines, heading.end) > lineIndexAt(source.lines, heading.start);
}

/** `content` without blank lines at its edges, and how many; null if nothing else. */
export function trimmedContent(content: string): { core: string; before: number; after: number } | null {
  const lines = toLf(content).split('\n');
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return null;
  const last = lines.findLastIndex((line) => !isBlank(line));
  return { core: lines.slice(first, last + 1).join('\n'), before: first, after: Math.max(0, lines.length - last - 2) };
}

export function missingBlanks(wanted: number, found: number): number {
  return Math.max(0, wanted - found);
}

/** The lines `first..end` without blank ones at the edges; an empty range at `first` if all are blank. */
export function trimBlank(source: TextLines, first: number, end: number): [number, number] {
  let from = first;
  let to = end;
  while (to > from && isBlankLine(source, to - 1)) to--;
  while (from < to && isBlankLine(source, from)) from++;
  return from === to ? [first, first] : [from, to];
}

export function countBlank(source: TextLines, from: number): number {
  let at = from;
  while (at < source.lines.length && isBlankLine(source, at)) at++;
  return at - from;
}

export function isBlankLine(source: TextLines, index: number): boolean {
  return isBlank(contentOf(source, index));
}

export function contentOf({ text, lines }: TextLines, index: number): string {
  const line = lines[index];
  return line === undefined ? '' : text.slice(line.start, line.end);
}
