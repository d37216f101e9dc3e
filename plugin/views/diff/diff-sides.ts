import type { LinkChange } from './link-changes.ts';
import type { PropertyChange } from './property-changes.ts';
import type { Part } from './word-diff.ts';

/** One line of the source. `changed`: it is there before and after, with different words. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added' | 'changed';
  /** Joined, they are the line with its line break. */
  parts: Part[];
  /** Its number before, from 1; null if it was not there. */
  before: number | null;
  /** Its number after, from 1; null if it is not there. */
  after: number | null;
  /** Whether it belongs to the note's properties, including their fences. */
  isProperty: boolean;
}

/** Lines that changed next to each other: from `start` to before `end`, indexes into the lines of the diff. */
export interface Hunk {
  start: number;
  end: number;
}

/** What changed in the source of a note. */
export interface NoteDiff {
  /** Every line of both texts, in order. */
  lines: DiffLine[];
  /** In order; none if nothing changed. */
  hunks: Hunk[];
  /** Properties that were added, removed or given another value. */
  properties: PropertyChange[];
  /** Links that lead elsewhere than before. */
  links: LinkChange[];
}

/** The text before or after, of one line or of all. */
export function sideOf(of: DiffLine | NoteDiff, side: 'before' | 'after'): string {
  const absent = side === 'before' ? 'added' : 'removed';
  const lines = 'lines' in of ? of.lines : [of];
  return lines
    .flatMap(({ parts }) => parts)
    .map(({ kind, text }) => (kind === absent ? '' : text))
    .join('');
}

/** The text with some of its changes: those of the hunks, by their indexes, that `isTaken` takes. */
export function textWith({ lines, hunks }: NoteDiff, isTaken: (hunk: number) => boolean): string {
  let text = '';
  let done = 0;
  for (const [index, { start, end }] of hunks.entries()) {
    for (const line of lines.slice(done, start)) text += sideOf(line, 'after');
    for (const line of lines.slice(start, end)) text += sideOf(line, isTaken(index) ? 'after' : 'before');
    done = end;
  }
  for (const line of lines.slice(done)) text += sideOf(line, 'after');
  return text;
}

/** The lines of a text, each with its line break. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}
