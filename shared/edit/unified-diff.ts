import { formatPatch, structuredPatch } from 'diff';
import { toLf } from './text-lines.ts';

export interface NoteDiff {
  /** Empty where nothing differs. */
  diff: string;
  diffTruncated?: true;
}

/** The longest diff in a result, in UTF-16 units. */
export const LONGEST_DIFF = 4000;

const CONTEXT_LINES = 3;
/** Beyond so many changed lines the old passage is shown whole, then the new one: finding what they share takes too long. */
const MOST_CHANGED_LINES = 2000;

/**
 * The unified diff of a note's text, with three lines of context. `path` is vault-relative; `newPath` differs for a move. Line ends
 * are shown alike, unless they are all that differs. Cut at a line's end to at most `longest` units.
 */
export function unifiedDiff(path: string, before: string, after: string, { newPath = path, longest = LONGEST_DIFF }: { newPath?: string; longest?: number } = {}): NoteDiff {
  if (before === after) return { diff: '' };
  const isOnlyEndings = toLf(before) === toLf(after);
  const read = (text: string): string[] => splitLines(isOnlyEndings ? showReturns(text) : toLf(text));
  const diff = patchOf(path, newPath, read(before), read(after));
  return diff.length <= longest ? { diff } : { diff: diff.slice(0, diff.lastIndexOf('\n', longest - 1) + 1), diffTruncated: true };
}

function patchOf(path: string, newPath: string, before: readonly string[], after: readonly string[]): string {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const skipped = Math.max(0, head - CONTEXT_LINES);
  const shown = (lines: readonly string[]): string => lines.slice(skipped, lines.length - Math.max(0, tail - CONTEXT_LINES)).join('');
  const changed = before.length + after.length - 2 * (head + tail);
  const patch = changed > MOST_CHANGED_LINES ? undefined : structuredPatch(path, newPath, shown(before), shown(after), undefined, undefined, { context: CONTEXT_LINES });
  if (patch === undefined) return wholeReplacement(path, newPath, before, after, head, tail);
  for (const hunk of patch.hunks) {
    hunk.oldStart += skipped;
    hunk.newStart += skipped;
  }
  return formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true });
}

function wholeReplacement(path: string, newPath: string, before: readonly string[], after: readonly string[], head: number, tail: number): string {
  const first = Math.max(0, head - CONTEXT_LINES);
  const last = Math.min(tail, CONTEXT_LINES);
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const lines = [
    ...marked(' ', before.slice(first, head)),
    ...marked('-', old),
    ...marked('+', fresh),
    ...marked(' ', before.slice(before.length - tail, before.length - tail + last)),
  ];
  const range = (changed: number): string => `${String(head - first + changed + last === 0 ? first : first + 1)},${String(head - first + changed + last)}`;
  return `--- ${path}\n+++ ${newPath}\n@@ -${range(old.length)} +${range(fresh.length)} @@\n${lines.join('')}`;
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`));
}

/** Lines with their `\n`. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function showReturns(text: string): string {
  return text.replace(/\r\n|\r/g, (ending) => `${ending === '\r' ? '␍' : '␍␊'}\n`);
}
