import type { Steps } from '../kit/concurrency/slices.ts';
import { shorten } from '../kit/text/shorten.ts';
import { applyEditSteps } from './apply-edit.ts';
import type { NoteEdit } from './note-edit.ts';
import { readLines, type TextLines } from './text-lines.ts';

const MOST_NAMED = 3;
const LONGEST = 60;

/**
 * A warning of edits at lines that edits before them have moved, without `expect`: a caller may have counted on the
 * note as it was. Undefined without any.
 */
export function* warnOfShiftedLines(before: string, edits: readonly NoteEdit[]): Steps<string | undefined> {
  const last = edits.findLastIndex((edit) => edit.mode === 'at_line' && edit.expect === undefined);
  if (last < 1) return undefined;
  const old = readLines(before);
  const shifted: string[] = [];
  let current = before;
  for (const [index, edit] of edits.slice(0, last + 1).entries()) {
    if (index > 0 && edit.mode === 'at_line' && edit.expect === undefined) {
      const now = readLines(current);
      const [meant, hit] = [lineOf(old, edit.line), lineOf(now, edit.line)];
      if (now.lines.length !== old.lines.length && meant !== hit)
        shifted.push(
          `edits[${String(index)}] is at ${quoted(hit)}, and line ${String(edit.line)} was ${quoted(meant)}`,
        );
    }
    try {
      current = (yield* applyEditSteps(current, edit)).text;
    } catch {
      // Others moved the line, and the edit followed it: the call is not failed for a warning.
      return undefined;
    }
  }
  if (shifted.length === 0) return undefined;
  const more = shifted.length > MOST_NAMED ? '; and more' : '';
  return `Each of \`edits\` counts lines on what those before it left: ${shifted.slice(0, MOST_NAMED).join('; ')}${more}. If that was not meant, go from the bottom up, or give \`expect\`.`;
}

function lineOf({ text, lines }: TextLines, line: number): string | null {
  const found = lines[line - 1];
  return found === undefined ? null : text.slice(found.start, found.end);
}

function quoted(line: string | null): string {
  return line === null ? 'not there' : JSON.stringify(shorten(line, LONGEST));
}
