import type { DiffLine, NoteDiff } from './note-diff.ts';

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
