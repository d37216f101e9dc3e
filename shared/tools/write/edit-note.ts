import { appendApart } from '../../edit/append-apart.ts';
import { appendToBytes } from '../../edit/append-prepend.ts';
import { mayEndInData } from '../../edit/append-to-note.ts';
import { applyEditsSteps, applyEditSteps } from '../../edit/apply-edit.ts';
import { readEdits } from '../../edit/edit-request.ts';
import { applyFollowingLines, namesLine } from '../../edit/follow-lines.ts';
import type { EditResult, NoteEdit } from '../../edit/note-edit.ts';
import { LONGEST_LOOKED_AT } from '../../edit/open-end.ts';
import { unifiedDiff } from '../../edit/unified-diff.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import {
  editNoteInput,
  editNoteOutput,
  editNoteResult,
  type EditNoteInput,
  type EditNoteOutput,
} from '../../protocol/schemas/edit.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { editMany, modeOf, portableMany } from './edit-notes.ts';
import { foresee } from './parts/apply-change.ts';
import { warningsOfEdit } from './warnings/edit-warnings.ts';
import { findWritable, refuseForbidden } from './parts/find-writable.ts';
import { refuseElsewhere } from './parts/named-part.ts';
import { decodeNote, encodeNote, refuseOtherEncodings } from './parts/note-text.ts';
import { editingText, readPrepared, rewriteNote, type NoteEditing, type TextEditing } from './parts/rewrite-note.ts';
import { tellEditors } from './parts/tell-engine.ts';
import { withDates } from './parts/with-dates.ts';
import { withWarnings } from './warnings/with-warnings.ts';

const TOOL = 'edit_note';

export const editNote = defineTool({
  name: TOOL,
  title: 'Edit a note',
  description:
    'Change part of one or several notes, leaving the rest untouched. Modes: append, prepend, replace_window, patch_heading, patch_frontmatter, at_line.',
  input: editNoteInput,
  output: editNoteOutput,
  strictOutput: editNoteResult,
  annotations: WRITES,
  writesLinks: true,
  inOrder: true,
  needsIndex: true,
  async portable(input, context) {
    if (input.name === undefined) return { tool: TOOL, args: await portableMany(input, context) };
    const note = await findWritable(context, input.name);
    const { path } = note;
    const { buffer } = await context.writing();
    const edits = readEdits(input, buffer.find(path));
    refuseElsewhere(note, edits);
    return {
      tool: TOOL,
      args: portableArgs(input, path, edits),
      resultOf: (result) => {
        if (usesBuffer(input)) buffer.forget(path);
        return result;
      },
    };
  },
  async run(input, context) {
    if (input.name === undefined) return editMany(input, context);
    const note = await findWritable(context, input.name);
    const { path } = note;
    context.arrival?.names([path]);
    const { buffer, read } = await context.writing();
    const edits = await withDates(readEdits(input, buffer.find(path)), context);
    refuseElsewhere(note, edits);
    const called = namesLine(edits) ? decodeNote(path, await read(path)) : null;
    const apply: TextEditing<EditResult> = (text, { stored }) => {
      if (called !== null && called !== text)
        return applyFollowingLines({ called, stored: stored ?? text, current: text }, edits);
      return input.edits === undefined ? single(text, edits) : applyEditsSteps(text, edits);
    };
    try {
      const answer = input.dryRun
        ? await preview(context, path, edits, apply, portableArgs(input, path, edits))
        : await write(context, path, edits, apply);
      if (!input.dryRun && usesBuffer(input)) buffer.forget(path);
      return answer;
    } catch (error) {
      keepUnmatched(error, edits, (edit) => {
        buffer.keep(path, edit);
      });
      throw error;
    }
  },
});

/** A mere append needs the text of a huge note neither before nor after it, unless a plugin's data may end it. */
function appending(path: string, edits: readonly NoteEdit[]): NoteEditing<{ removedLen?: never }> | null {
  const [edit] = edits;
  if (edit?.mode !== 'append' || edits.length > 1) return null;
  return function* ({ bytes }) {
    refuseOtherEncodings(path, bytes);
    yield;
    if (bytes.length <= LONGEST_LOOKED_AT || mayEndInData(bytes))
      return { after: encodeNote(yield* appendApart(decodeNote(path, bytes), edit.content)), result: {} };
    return { after: appendToBytes(bytes, edit.content), result: {} };
  };
}

function* single(text: string, edits: readonly NoteEdit[]): Steps<EditResult> {
  const [edit] = edits;
  return edit === undefined ? { text } : yield* applyEditSteps(text, edit);
}

async function write(
  context: ToolContext,
  path: string,
  edits: readonly NoteEdit[],
  apply: TextEditing<EditResult>,
): Promise<EditNoteOutput> {
  const { result, before, after, changed, warning } = await rewriteNote(
    context,
    TOOL,
    path,
    appending(path, edits) ?? editingText(path, apply),
    { wantsStored: namesLine(edits) },
  );
  const { removedLen } = result;
  const ofEdit = await warningsOfEdit(context, { path, before, after }, edits);
  return {
    path,
    ...modeOf(edits),
    ...unifiedDiff(path, before, after),
    changed,
    ...(removedLen === undefined ? {} : { removedLen }),
    bytes: after.length,
    ...withWarnings(ofEdit.warning, warning),
  };
}

async function preview(
  context: ToolContext,
  path: string,
  edits: readonly NoteEdit[],
  apply: TextEditing<EditResult>,
  args: Record<string, unknown>,
): Promise<EditNoteOutput> {
  const { writer, previews, slicer } = await context.writing();
  await refuseForbidden(context, path, 'edit');
  const note = await writer
    .withPaths([path], (session) => readPrepared(context, path, session, namesLine(edits)))
    .finally(() => tellEditors(context.engine, { paths: [path] }));
  const { text } = await slicer.run(apply(decodeNote(path, note.bytes), note));
  const after = encodeNote(text);
  await foresee(context, TOOL, [{ kind: 'edit', path, before: note.bytes, after }]);
  const diff = unifiedDiff(path, note.bytes, after);
  const { id, expiresAt } = previews.add({ path, ...modeOf(edits), hash: note.hash, text, ...diff, args });
  return {
    dryRun: true,
    previewId: id,
    expiresAt: new Date(expiresAt).toISOString(),
    path,
    ...modeOf(edits),
    ...diff,
    ...(await warningsOfEdit(context, { path, before: note.bytes, after }, edits)),
  };
}

/** The call without what only this process knows: the note by its path, and what is buffered in full. */
function portableArgs(input: EditNoteInput, path: string, edits: readonly NoteEdit[]): Record<string, unknown> {
  if (usesBuffer(input)) return { name: path, edits, dryRun: false };
  return { ...input, name: path, dryRun: false };
}

function usesBuffer(input: EditNoteInput): boolean {
  return input.from_buffer === true || (input.edits?.some((edit) => edit.from_buffer === true) ?? false);
}

/** Keeps a passage without a match, so a retry need not send it again. */
function keepUnmatched(
  error: unknown,
  edits: readonly NoteEdit[],
  keep: (edit: { search: string; content: string }) => void,
): void {
  if (!(error instanceof VaultLoomError)) return;
  const { code, index } =
    error.code === 'edit_failed'
      ? { code: error.details?.['code'], index: Number(error.details?.['index']) }
      : { code: error.code, index: 0 };
  const edit = edits[index];
  if (code === 'no_match' && edit?.mode === 'replace_window') keep(edit);
}
