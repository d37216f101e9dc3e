import { applyEditsSteps, applyEditSteps } from '../../edit/apply-edit.ts';
import { readEdits } from '../../edit/edit-request.ts';
import type { EditResult, NoteEdit } from '../../edit/note-edit.ts';
import type { Preview } from '../../edit/previews.ts';
import { unifiedDiff } from '../../edit/unified-diff.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import {
  editNoteInput,
  MOST_NOTES,
  type EditedNote,
  type EditMode,
  type EditNoteInput,
  type EditNoteOutput,
} from '../../protocol/schemas/edit.ts';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import type { ToolContext } from '../tool.ts';
import { warningsOfEdit } from './warnings/edit-warnings.ts';
import { findWritable } from './parts/find-writable.ts';
import { refuseElsewhere } from './parts/named-part.ts';
import { encodeNote } from './parts/note-text.ts';
import { withDates } from './parts/with-dates.ts';
import { withWarnings } from './warnings/with-warnings.ts';
import { previewNotes, rewriteNotes, type PlannedNote } from './parts/rewrite-notes.ts';

const TOOL = 'edit_note';
/** Room for rows and diffs, in bytes: an answer ends at 48,000. */
const MOST_ROWS_BYTES = 44_000;
/** Of a row, next to path and diff. */
const ROW_BYTES = 64;

/** The mode, if all edits share it. */
export function modeOf(edits: readonly NoteEdit[]): { mode?: EditMode } {
  const [first] = edits;
  return first !== undefined && edits.every((edit) => edit.mode === first.mode) ? { mode: first.mode } : {};
}

/** Makes the same edit in several notes, all or none, as one change; or shows it. */
export async function editMany(input: EditNoteInput, context: ToolContext): Promise<EditNoteOutput> {
  const { paths, hint } = await selected(input, context);
  context.arrival?.names(paths);
  const edits = await withDates(editsOf(input), context);
  const hinted = hint === undefined ? {} : { hint };
  const edit = editingOf(input, edits);
  if (!input.dryRun) {
    const { notes, warning } = await rewriteNotes(context, TOOL, paths, (_path, text) => edit(text));
    return {
      ...modeOf(edits),
      ...(await rowsOf(notes, context)),
      ...hinted,
      ...withWarnings(...(await warningsOfEdits(notes, edits, context)), warning),
    };
  }
  const notes = await previewNotes(context, TOOL, paths, (_path, text) => edit(text));
  const [first] = notes;
  if (first === undefined) return { dryRun: true, ...modeOf(edits), notes: [], total: 0, ...hinted };
  const { previews } = await context.writing();
  const { id, expiresAt } = previews.add({
    path: first.path,
    notes: new Map(notes.map(({ path, hash }) => [path, hash])),
    ...modeOf(edits),
    hash: '',
    text: '',
    diff: '',
    args: argsOf(input, paths),
  });
  return {
    dryRun: true,
    previewId: id,
    expiresAt: new Date(expiresAt).toISOString(),
    ...modeOf(edits),
    ...(await rowsOf(notes, context)),
    ...hinted,
    ...withWarnings(...(await warningsOfEdits(notes, edits, context))),
  };
}

/** As {@link warningsOfEdit}, of the first few notes that have any. */
async function warningsOfEdits(
  notes: readonly PlannedNote<{ text: string }>[],
  edits: readonly NoteEdit[],
  context: ToolContext,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const { path, bytes, result } of notes) {
    const after = encodeNote(result.text);
    const { warning } = await warningsOfEdit(context, { path, before: bytes, after }, edits);
    if (warning !== undefined && !warnings.includes(warning)) warnings.push(warning);
  }
  const more = warnings.length - MOST_WARNINGS;
  return more <= 0
    ? warnings
    : [...warnings.slice(0, MOST_WARNINGS), `So it is with ${String(more)} more of these notes.`];
}

const MOST_WARNINGS = 3;

/** Makes an edit of several notes that was shown, if none has changed since. Throws `preview_stale`. */
export async function applyMany(
  preview: Preview,
  context: ToolContext,
  tool: string,
): Promise<{ notes: EditedNote[]; total: number; warning?: string }> {
  const { previews } = await context.writing();
  const input = editNoteInput.parse(preview.args);
  const edit = editingOf(input, await withDates(editsOf(input), context));
  const refuseStale = (path: string, hash: string): void => {
    previews.refuseStale(preview, hash, path);
  };
  const { notes, warning } = await rewriteNotes(context, tool, input.names ?? [], function* (path, text, hash) {
    refuseStale(path, hash);
    return yield* edit(text);
  }).catch((error: unknown) => {
    throw error instanceof VaultLoomError && error.cause instanceof VaultLoomError && error.details?.['code'] === STALE
      ? error.cause
      : error;
  });
  return { ...(await rowsOf(notes, context)), ...(warning === undefined ? {} : { warning }) };
}

const STALE = 'preview_stale';

/** The call with the notes by their paths, as they were chosen here. */
export async function portableMany(input: EditNoteInput, context: ToolContext): Promise<Record<string, unknown>> {
  return argsOf(input, (await selected(input, context)).paths);
}

function argsOf(input: EditNoteInput, paths: readonly string[]): Record<string, unknown> {
  const { directory: _directory, tag: _tag, where: _where, ...rest } = input;
  return { ...rest, names: [...paths], dryRun: false };
}

function editsOf(input: EditNoteInput): NoteEdit[] {
  if (input.from_buffer === true || input.edits?.some((edit) => edit.from_buffer === true) === true)
    throw new VaultLoomError('invalid_arguments', '`from_buffer` works for one note only.', {
      hint: 'Give `search` and `content` instead.',
    });
  return readEdits(input, null);
}

function editingOf(input: EditNoteInput, edits: readonly NoteEdit[]): (text: string) => Steps<EditResult> {
  const [only] = edits;
  return (text) =>
    input.edits === undefined && only !== undefined ? applyEditSteps(text, only) : applyEditsSteps(text, edits);
}

/** The notes to edit, each once. */
async function selected(input: EditNoteInput, context: ToolContext): Promise<{ paths: string[]; hint?: string }> {
  const { names, directory, tag, where } = input;
  if (names !== undefined) {
    const paths = new Set<string>();
    const edits = editsOf(input);
    for (const name of names) {
      const note = await findWritable(context, name);
      refuseElsewhere(note, edits);
      paths.add(note.path);
    }
    return { paths: [...paths] };
  }
  const { notes, total, hint } = await context.engine.listNotes(
    listNotesInput.parse({
      includeStubs: false,
      limit: MOST_NOTES,
      ...(directory === undefined ? {} : { directory }),
      ...(tag === undefined ? {} : { tag }),
      ...(where === undefined ? {} : { where }),
    }),
  );
  if (total > MOST_NOTES)
    throw new VaultLoomError('invalid_arguments', `These are ${total} notes; one call edits at most ${MOST_NOTES}.`, {
      hint: 'Narrow `directory`, `tag` or `where`, or give `names` in several calls.',
      details: { total },
    });
  return { paths: notes.map(({ path }) => path), ...(hint === undefined ? {} : { hint }) };
}

/** A row for each note: every path, and as much of the diffs as there is room for, shared fairly. */
async function rowsOf(
  notes: readonly PlannedNote<{ text: string }>[],
  context: ToolContext,
): Promise<{ notes: EditedNote[]; total: number }> {
  const { slicer } = await context.writing();
  const rows: EditedNote[] = [];
  for (const { path, before, result } of notes) {
    await slicer.pause();
    const { diff, diffTruncated } = unifiedDiff(path, encodeNote(before), encodeNote(result.text));
    rows.push({
      path,
      changed: before !== result.text,
      diff: diff.replace(HEADER, ''),
      ...(diffTruncated === undefined ? {} : { diffTruncated }),
    });
  }
  const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));
  let room = MOST_ROWS_BYTES - rows.reduce((sum, { path }) => sum + sizeOf(path) + ROW_BYTES, 0);
  const bySize = [...rows.entries()].sort(([, a], [, b]) => a.diff.length - b.diff.length);
  for (const [done, [at, row]] of bySize.entries()) {
    const share = Math.max(0, Math.floor(room / (rows.length - done)));
    const shown = sizeOf(row.diff) <= share ? row : { ...row, diff: cutLines(row.diff, share), diffTruncated: true };
    rows[at] = shown;
    room -= sizeOf(shown.diff);
  }
  return { notes: rows, total: rows.length };
}

/** The row names the note already. */
const HEADER = /^--- .*\n\+\+\+ .*\n/;

/** Whole lines from the beginning that take at most `most` bytes as JSON. */
function cutLines(diff: string, most: number): string {
  let kept = '';
  for (const line of diff.match(/[^\n]*\n/g) ?? []) {
    if (Buffer.byteLength(JSON.stringify(kept + line)) > most) break;
    kept += line;
  }
  return kept;
}
