import type { Steps } from '../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../markdown/parse-note.ts';
import type { NoteEdit } from './note-edit.ts';
import { lineIndexAt, readLines } from './text-lines.ts';

/** Longer texts, in UTF-16 units, are not looked at: that would hold up all else. */
export const LONGEST_LOOKED_AT = 1_000_000;

/** A block that a note ends in without closing it: all that is added at the end becomes part of it. */
interface OpenEnd {
  what: string;
  start: number;
  /** From 1. */
  line: number;
  /** The line that would close it. */
  closing: string;
}

/**
 * A warning if edits added text to a code block or comment that the note never closes; nothing if one of them brings
 * what closes it first.
 */
export function* warnOfOpenEnd(
  path: string,
  before: string,
  after: string,
  edits: readonly NoteEdit[],
): Steps<string | undefined> {
  const first = edits.find(({ mode }) => mode === 'append') ?? edits.find(addsBelow);
  if (first === undefined || !('content' in first) || before === after) return undefined;
  const open = yield* openEnd(before);
  if (open === null || first.content.trimStart().startsWith(open.closing)) return undefined;
  if (edits.some((edit) => edit !== first && 'content' in edit && edit.content.includes(open.closing)))
    return undefined;
  const isAbove = before.slice(0, open.start + 1) !== after.slice(0, open.start + 1);
  return first.mode !== 'append' && isAbove ? undefined : told(path, open);
}

/** As {@link warnOfOpenEnd}, for `content` that was added at the end. */
export function* warnOfOpenText(path: string, before: string, content: string): Steps<string | undefined> {
  const open = content === '' ? null : yield* openEnd(before);
  return open === null || content.trimStart().startsWith(open.closing) ? undefined : told(path, open);
}

function told(path: string, { what, line, closing }: OpenEnd): string {
  return `"${path}" ends in ${what} that is never closed, from line ${String(line)} on, so what is added at its end is part of that. To close it, put "${closing}" on a line of its own where it should end.`;
}

function addsBelow(edit: NoteEdit): boolean {
  return edit.mode === 'patch_heading' && edit.headingOp === 'append';
}

function* openEnd(text: string): Steps<OpenEnd | null> {
  if (text.length > LONGEST_LOOKED_AT || !mayBeOpen(text)) return null;
  const block = (yield* parseNoteSteps(text)).blocks.at(-1);
  if (block === undefined) return null;
  const written = text.slice(block.start, block.end);
  const opening = /^(?:`{3,}|~{3,}|%%|<!--)/.exec(written)?.[0];
  if (opening === undefined || (block.kind !== 'code' && block.kind !== 'comment')) return null;
  const closing = opening === '<!--' ? '-->' : opening;
  if (isClosed(written, opening, closing)) return null;
  const what = block.kind === 'code' ? 'a code block' : 'a comment';
  return { what, start: block.start, line: lineIndexAt(readLines(text).lines, block.start) + 1, closing };
}

function isClosed(block: string, opening: string, closing: string): boolean {
  const rest = block.slice(opening.length);
  if (!FENCE.test(opening)) return rest.includes(closing);
  const last = /[\r\n]([^\r\n]*)[\r\n]*$/.exec(rest)?.[1]?.trim() ?? '';
  return last.startsWith(closing) && [...last].every((mark) => mark === closing[0]);
}

const FENCE = /^[`~]/;
const FENCES = /^ {0,3}(`{3,}(?=[^`\r\n]*$)|~{3,})[ \t]*(.*)$/gm;

/** Whether a text may end in such a block: cheaper than to parse it. */
function mayBeOpen(text: string): boolean {
  if (text.lastIndexOf('<!--') > text.lastIndexOf('-->')) return true;
  if (text.split('%%').length % 2 === 0) return true;
  let open: string | null = null;
  for (const [, marks = '', info = ''] of text.matchAll(FENCES)) {
    if (open === null) open = marks;
    else if (marks.startsWith(open) && info.trim() === '') open = null;
  }
  return open !== null;
}
