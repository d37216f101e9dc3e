import { formatPatch, structuredPatch } from 'diff';
import { nameOnOneLine } from '../kit/text/name-on-one-line.ts';
import { commonEnd, commonStart, isSameBytes } from '../kit/bytes/common-bytes.ts';
import { countLineEnds, toLf } from './text-lines.ts';

export interface NoteDiff {
  /** Empty if nothing differs. */
  diff: string;
  diffTruncated?: true;
}

/** The longest diff in a result, in UTF-16 units. */
const LONGEST_DIFF = 4000;

const CONTEXT_LINES = 3;
/** Beyond this, shows all old lines, then all new ones: finding what they share takes too long. */
const MOST_CHANGED_LINES = 2000;

/**
 * The unified diff of a note's UTF-8 text, with three lines of context. Paths are vault-relative; `newPath` is for a
 * move. Shows line ends only if nothing else differs. Cut at a line's end to at most `longest` units.
 */
export function unifiedDiff(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  { newPath = path, longest = LONGEST_DIFF }: { newPath?: string; longest?: number } = {},
): NoteDiff {
  if (isSameBytes(before, after)) return { diff: '' };
  const { start, old, fresh } = changedPassage(before, after);
  const isOnlyEndings = toLf(old) === toLf(fresh);
  const read = (text: string): string[] => splitLines(isOnlyEndings ? showReturns(text) : toLf(text));
  const offset = countLineEnds(before.subarray(0, start));
  const diff = patchOf(nameOnOneLine(path), nameOnOneLine(newPath), read(old), read(fresh), offset);
  return diff.length <= longest
    ? { diff }
    : { diff: diff.slice(0, diff.lastIndexOf('\n', longest - 1) + 1), diffTruncated: true };
}

/** The lines in which two texts differ, with context: only these are decoded. `start` is in bytes. */
function changedPassage(before: Uint8Array, after: Uint8Array): { start: number; old: string; fresh: string } {
  const head = commonStart(before, after);
  const tail = commonEnd(before.subarray(head), after.subarray(head));
  let start = lineStartBefore(before, head + 1);
  for (let lines = 0; lines < CONTEXT_LINES; lines++) start = lineStartBefore(before, start);
  let end = before.length - tail;
  for (let lines = 0; lines <= CONTEXT_LINES && end < before.length; lines++)
    end = before.indexOf(LF, end) + 1 || before.length;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    start,
    old: decoder.decode(before.subarray(start, end)),
    fresh: decoder.decode(after.subarray(start, after.length - (before.length - end))),
  };
}

const LF = 10;

/** The start of the last line that begins before `at`; 0 for the first. */
function lineStartBefore(bytes: Uint8Array, at: number): number {
  return at < 2 ? 0 : bytes.lastIndexOf(LF, at - 2) + 1;
}

/** @param offset number of lines before these */
function patchOf(
  path: string,
  newPath: string,
  before: readonly string[],
  after: readonly string[],
  offset: number,
): string {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const skipped = Math.max(0, head - CONTEXT_LINES);
  const shown = (lines: readonly string[]): string =>
    lines.slice(skipped, lines.length - Math.max(0, tail - CONTEXT_LINES)).join('');
  const changed = before.length + after.length - 2 * (head + tail);
  const patch =
    changed > MOST_CHANGED_LINES
      ? undefined
      : structuredPatch(path, newPath, shown(before), shown(after), undefined, undefined, { context: CONTEXT_LINES });
  if (patch === undefined) return wholeReplacement(path, newPath, before, after, head, tail, offset);
  for (const hunk of patch.hunks) {
    hunk.oldStart += skipped + offset;
    hunk.newStart += skipped + offset;
  }
  // The library would write non-ASCII paths in octal escapes.
  return (
    headerOf(path, newPath) +
    formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: false })
  );
}

function headerOf(path: string, newPath: string): string {
  return `--- ${path}\n+++ ${newPath}\n`;
}

function wholeReplacement(
  path: string,
  newPath: string,
  before: readonly string[],
  after: readonly string[],
  head: number,
  tail: number,
  offset: number,
): string {
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
  const range = (changed: number): string =>
    `${String(offset + (head - first + changed + last === 0 ? first : first + 1))},${String(head - first + changed + last)}`;
  return `${headerOf(path, newPath)}@@ -${range(old.length)} +${range(fresh.length)} @@\n${lines.join('')}`;
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
