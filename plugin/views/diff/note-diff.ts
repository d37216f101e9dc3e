import { runSteps, type Steps } from '../../../shared/kit/concurrency/slices.ts';
import { align } from './align.ts';
import { linkChanges } from './link-changes.ts';
import { pairLines, type Words } from './pair-lines.ts';
import { propertyChanges, propertyLines } from './property-changes.ts';
import { linesOf, sideOf, type DiffLine, type NoteDiff } from './diff-sides.ts';
import { tokensOf, wordDiff, type Part } from './word-diff.ts';

/** The difference of two small texts, at once. See {@link diffSteps}. */
export function diffOf(before: string, after: string): NoteDiff {
  return runSteps(diffSteps(before, after));
}

/** The difference of two texts of any size, as work to be done in slices. */
export function* diffSteps(before: string, after: string): Steps<NoteDiff> {
  const [old, young] = [linesOf(before), linesOf(after)];
  const [oldProperties, youngProperties] = [propertyLines(old), propertyLines(young)];
  const diff: NoteDiff = { lines: [], hunks: [], properties: [], links: [] };
  const add = (kind: DiffLine['kind'], parts: Part[], oldIndex: number | null, youngIndex: number | null): void => {
    diff.lines.push({
      kind,
      parts,
      before: oldIndex === null ? null : oldIndex + 1,
      after: youngIndex === null ? null : youngIndex + 1,
      isProperty:
        (oldIndex !== null && oldIndex < oldProperties) || (youngIndex !== null && youngIndex < youngProperties),
    });
  };
  yield;
  for (const stretch of yield* align(old, young)) {
    const [from, to] = stretch.before;
    const [start, end] = stretch.after;
    if (stretch.same) {
      for (let index = from; index < to; index++)
        add('same', [{ kind: 'same', text: old[index] ?? '' }], index, start + index - from);
      yield;
      continue;
    }
    const hunk = { start: diff.lines.length, end: 0 };
    let [row, column] = [from, start];
    const untilPair = (nextRow: number, nextColumn: number): void => {
      for (; row < nextRow; row++) add('removed', [{ kind: 'removed', text: old[row] ?? '' }], row, null);
      for (; column < nextColumn; column++) add('added', [{ kind: 'added', text: young[column] ?? '' }], null, column);
    };
    const removed = yield* wordsOf(old.slice(from, to));
    const added = yield* wordsOf(young.slice(start, end));
    for (const [oldOffset, youngOffset] of yield* pairLines(removed, added)) {
      untilPair(from + oldOffset, start + youngOffset);
      add('changed', yield* wordDiff(removed[oldOffset] ?? [], added[youngOffset] ?? []), row++, column++);
      yield;
    }
    untilPair(to, end);
    hunk.end = diff.lines.length;
    diff.hunks.push(hunk);
  }
  diff.properties = propertyChanges(old.slice(0, oldProperties), young.slice(0, youngProperties));
  for (const { start, end } of diff.hunks) {
    const changed = diff.lines.slice(start, end).map((line) => ({
      before: sideOf(line, 'before'),
      after: sideOf(line, 'after'),
      line: line.after ?? 0,
    }));
    yield;
    for (const change of yield* linkChanges(changed)) diff.links.push(change);
  }
  return diff;
}

function* wordsOf(lines: readonly string[]): Steps<Words[]> {
  const words: Words[] = [];
  for (const line of lines) {
    words.push(yield* tokensOf(line));
    yield;
  }
  return words;
}
