import type { NoteDiff } from './diff-sides.ts';

/** A stretch of lines to show, from `start` to before `end`, or to fold away. */
export interface Section {
  kind: 'shown' | 'folded';
  start: number;
  end: number;
}

/** Unchanged lines shown before and after a change. */
const CONTEXT = 3;
/** A fold that hides fewer lines would take as much room as they do. */
const WORTH_FOLDING = 3;

/** The lines of a diff in order: changes with a few lines around them, the rest folded. */
export function sectionsOf({ lines, hunks }: Pick<NoteDiff, 'lines' | 'hunks'>): Section[] {
  const sections: Section[] = [];
  const add = (kind: Section['kind'], start: number, end: number): void => {
    if (start === end) return;
    const last = sections.at(-1);
    if (last?.kind === kind || (last !== undefined && kind === 'folded' && end - start < WORTH_FOLDING)) last.end = end;
    else sections.push({ kind: end - start < WORTH_FOLDING ? 'shown' : kind, start, end });
  };
  let done = 0;
  for (const { start, end } of hunks) {
    const from = Math.max(done, start - CONTEXT);
    const to = Math.min(end + CONTEXT, lines.length);
    add('folded', done, from);
    add('shown', Math.max(done, from), to);
    done = Math.max(done, to);
  }
  add('folded', done, lines.length);
  return sections;
}
