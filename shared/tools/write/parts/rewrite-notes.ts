import { hintAmongOthers, hintForNotes } from '../../../edit/edit-buffer.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import { hashOf } from '../../../writing/change/change-record.ts';
import type { ToolContext } from '../../tool.ts';
import { applyChange, foresee, isFileChanged } from './apply-change.ts';
import { refuseForbidden } from './find-writable.ts';
import { decodeNote, encodeNote } from './note-text.ts';
import { tellEditors } from './tell-engine.ts';

/** One of several notes, and what an edit makes of it. */
export interface PlannedNote<T> {
  path: string;
  before: string;
  bytes: Uint8Array;
  /** Of the file's bytes. */
  hash: string;
  result: T;
}

/** Edits one of several notes. */
export type EditOfMany<T> = (path: string, text: string, hash: string) => Steps<T>;

const MOST_TRIES = 5;
const MOST_FAILED = 20;
/** Few enough that their folders can be open at the same time. */
const READ_TOGETHER = 16;

/**
 * What an edit makes of each of these notes, once the app has saved unsaved typing. Writes nothing, and holds no path;
 * the caller lets the app's editors go (`afterWrite`).
 *
 * @throws VaultLoomError what the write would throw; `edit_failed` with `details: {code, path, failed, failedTotal}` if
 *   the edit fails in any of them
 */
async function planNotes<T extends { text: string }>(
  context: ToolContext,
  paths: readonly string[],
  edit: EditOfMany<T>,
): Promise<PlannedNote<T>[]> {
  const { read, slicer, hiding } = await context.writing();
  for (const path of paths) await refuseForbidden(context, path, 'edit');
  await context.engine.prepareWrite({ paths: [...paths] });
  const isHidden = await hiding();
  const planned: PlannedNote<T>[] = [];
  const failed: { path: string; error: VaultLoomError }[] = [];
  const readVisible = async (path: string): Promise<Uint8Array> => {
    if (isHidden(path)) throw new VaultLoomError('note_not_found', `There is no file "${path}" in the vault.`);
    return read(path);
  };
  for (let at = 0; at < paths.length; at += READ_TOGETHER) {
    const together = paths.slice(at, at + READ_TOGETHER);
    const contents = await Promise.allSettled(together.map(readVisible));
    for (const [i, path] of together.entries()) {
      try {
        const bytes = contentOf(contents[i]);
        const before = decodeNote(path, bytes);
        const hash = hashOf(bytes);
        planned.push({ path, before, bytes, hash, result: await slicer.run(edit(path, before, hash)) });
      } catch (error) {
        if (!(error instanceof VaultLoomError)) throw error;
        failed.push({ path, error });
      }
    }
    context.progress?.({ part: 'reading', done: at + together.length, total: paths.length });
  }
  const [first] = failed;
  if (first !== undefined) throw failedIn(first, failed, paths.length);
  return planned;
}

/** As {@link planNotes}, for a dry run: throws also what the write would throw. */
export async function previewNotes<T extends { text: string }>(
  context: ToolContext,
  tool: string,
  paths: readonly string[],
  edit: EditOfMany<T>,
): Promise<PlannedNote<T>[]> {
  try {
    const notes = await planNotes(context, paths, edit);
    await foresee(context, tool, changesOf(notes));
    return notes;
  } finally {
    await tellEditors(context.engine, { paths: [...paths] });
  }
}

/**
 * Edits several notes, all or none, as one change. If another program changed one meanwhile, edits the new texts.
 *
 * @throws VaultLoomError as {@link planNotes} and the writer's `apply`
 */
export async function rewriteNotes<T extends { text: string }>(
  context: ToolContext,
  tool: string,
  paths: readonly string[],
  edit: EditOfMany<T>,
): Promise<{ notes: PlannedNote<T>[]; warning?: string }> {
  for (let tries = 1; ; tries++) {
    let isWriting = false;
    try {
      const notes = await planNotes(context, paths, edit);
      const files = changesOf(notes);
      isWriting = true;
      if (files.length === 0) {
        await tellEditors(context.engine, { paths: [...paths] });
        return { notes };
      }
      const { warning } = await applyChange(context, tool, files, paths);
      return { notes, ...(warning === undefined ? {} : { warning }) };
    } catch (error) {
      if (!isWriting) await tellEditors(context.engine, { paths: [...paths] });
      if (!isWriting || !isFileChanged(error) || tries >= MOST_TRIES) throw error;
    }
  }
}

function contentOf(read: PromiseSettledResult<Uint8Array> | undefined): Uint8Array {
  if (read?.status === 'fulfilled') return read.value;
  throw read?.reason;
}

function changesOf<T extends { text: string }>(notes: readonly PlannedNote<T>[]): FileChange[] {
  return notes.flatMap(({ path, before, bytes, result }) =>
    result.text === before ? [] : [{ kind: 'edit' as const, path, before: bytes, after: encodeNote(result.text) }],
  );
}

function failedIn(
  { path, error }: { path: string; error: VaultLoomError },
  failed: readonly { path: string; error: VaultLoomError }[],
  total: number,
): VaultLoomError {
  const hint = (total === 1 ? hintAmongOthers : hintForNotes)(error.hint);
  if (total === 1)
    return hint === error.hint
      ? error
      : VaultLoomError.fromBody({ ...error.toBody(), ...(hint === undefined ? {} : { hint }) });
  const others = failed.length === 1 ? '' : ` (and ${String(failed.length - 1)} more)`;
  return new VaultLoomError('edit_failed', `Nothing was changed. In "${path}"${others}: ${error.message}`, {
    ...(hint === undefined ? {} : { hint }),
    details: {
      ...error.details,
      code: error.code,
      path,
      failed: failed.slice(0, MOST_FAILED).map((one) => ({ path: one.path, code: one.error.code })),
      failedTotal: failed.length,
    },
    cause: error,
  });
}
