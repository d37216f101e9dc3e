import { diffArrays } from 'diff';
import { VaultLoomError } from '../protocol/errors.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { applyEditSteps } from './apply-edit.ts';
import { editFailed } from './edit-request.ts';
import type { AtLineEdit, EditResult, NoteEdit } from './note-edit.ts';
import { readLines } from './text-lines.ts';

/** Texts of one note, oldest first. */
export interface NoteTexts {
  /** When the call arrived: what the caller can know. */
  called: string;
  /** In the file, when the call's turn came. */
  stored: string;
  /** With unsaved typing. */
  current: string;
}

/** Beyond this many differences, lines are not followed. */
const MOST_DIFFERENCES = 2_000;

/**
 * Edits the current text by line numbers of the text when the call arrived. Follows a line that others have moved
 * since, but not one moved by unsaved typing: its number may be from the file or from the editor.
 * @throws VaultLoomError `file_changed` if the line is gone, changed or uncertain; what {@link applyEditSteps} throws
 */
export function* applyFollowingLines(
  { called, stored, current }: NoteTexts,
  edits: readonly NoteEdit[],
): Steps<EditResult> {
  let texts: NoteTexts = { called, stored, current };
  let removed: number | undefined;
  for (const [index, edit] of edits.entries()) {
    try {
      const { after, result } = yield* applyToAll(texts, edit);
      texts = after;
      if (result.removedLen !== undefined) removed = (removed ?? 0) + result.removedLen;
    } catch (error) {
      if (error instanceof VaultLoomError && edits.length > 1) throw editFailed(index, error);
      throw error;
    }
    yield;
  }
  return { text: texts.current, ...(removed === undefined ? {} : { removedLen: removed }) };
}

/** Whether any edit names a line. */
export function namesLine(edits: readonly NoteEdit[]): boolean {
  return edits.some(({ mode }) => mode === 'at_line');
}

function* applyToAll(texts: NoteTexts, edit: NoteEdit): Steps<{ after: NoteTexts; result: EditResult }> {
  const numbers = edit.mode === 'at_line' ? linesIn(texts, edit) : null;
  const made = new Map<string, EditResult>();
  const apply = function* (text: string, line: number | undefined): Steps<EditResult> {
    const key = `${String(line)} ${text}`;
    const known =
      made.get(key) ??
      (yield* applyEditSteps(text, line === undefined || edit.mode !== 'at_line' ? edit : { ...edit, line }));
    made.set(key, known);
    return known;
  };
  const result = yield* apply(texts.current, numbers?.current);
  const others = { called: texts.called, stored: texts.stored };
  // Text typed a moment ago has no match in the older texts; they stay as they are.
  for (const name of ['called', 'stored'] as const) {
    if (texts[name] === texts.current) others[name] = result.text;
    else others[name] = yield* withoutFailing(apply(texts[name], numbers?.[name]), texts[name]);
  }
  return { after: { ...others, current: result.text }, result };
}

function* withoutFailing(steps: Steps<EditResult>, otherwise: string): Steps<string> {
  try {
    return (yield* steps).text;
  } catch {
    return otherwise;
  }
}

function linesIn({ called, stored, current }: NoteTexts, edit: AtLineEdit): Record<keyof NoteTexts, number> {
  const inStored = follow(called, stored, edit);
  const inCurrent = follow(stored, current, { ...edit, line: inStored });
  if (stored !== current && inCurrent !== inStored && !isAppend(stored, { ...edit, line: inStored })) {
    throw moved(edit, 'the person has typed lines above it that are not saved yet');
  }
  return { called: edit.line, stored: inStored, current: inCurrent };
}

/** The number of a line in a later text. */
function follow(before: string, after: string, edit: AtLineEdit): number {
  if (before === after) return edit.line;
  const [old, now] = [contentOf(before), contentOf(after)];
  if (isAppend(before, edit)) return now.length + 1;
  if (edit.line > old.length && edit.line > now.length) return edit.line;
  if (edit.line > old.length) throw moved(edit, 'it did not exist when the call arrived');
  const place = placeOf(old, now, edit.line - 1);
  if (place === null) throw moved(edit, 'it has been changed or removed since the call arrived');
  return place + 1;
}

function isAppend(text: string, { line, lineOp }: AtLineEdit): boolean {
  return lineOp === 'before' && line === contentOf(text).length + 1;
}

/** The index of a line among later lines; null if it is gone. */
function placeOf(old: readonly string[], now: readonly string[], index: number): number | null {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  if (index < head) return index;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  if (index >= old.length - tail) return index + now.length - old.length;
  const parts = diffArrays(old.slice(head, old.length - tail), now.slice(head, now.length - tail), {
    maxEditLength: MOST_DIFFERENCES,
  });
  let [at, place] = [head, head];
  for (const { added, removed, value } of parts ?? []) {
    if (added) place += value.length;
    else if (index < at + value.length) return removed ? null : place + index - at;
    else {
      at += value.length;
      if (!removed) place += value.length;
    }
  }
  return null;
}

function contentOf(text: string): string[] {
  return readLines(text).lines.map(({ start, end }) => text.slice(start, end));
}

function moved({ line }: AtLineEdit, why: string): VaultLoomError {
  return new VaultLoomError('file_changed', `Line ${String(line)} is no longer certain: ${why}. Nothing was written.`, {
    hint: 'Read the note again and repeat the edit with its current line.',
    details: { line },
  });
}
