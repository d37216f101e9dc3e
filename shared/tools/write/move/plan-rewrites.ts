import type { NoteMove } from '../../../edit/link/link-rewrite.ts';
import { planMoveSteps, type CandidateNote, type FileRewrite } from '../../../edit/link/move-plan.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import { isCanvasPath } from '../../../notes/canvas.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { ToolContext } from '../../tool.ts';
import { isFileChanged } from '../parts/apply-change.ts';
import { refuseForbidden } from '../parts/find-writable.ts';
import { refuseOtherEncodings } from '../parts/note-text.ts';

/** A rewrite, and the bytes it was planned for. */
export interface PlannedFile extends FileRewrite {
  before: Uint8Array;
  isHidden: boolean;
}

/**
 * What to rewrite in the notes and canvases at `paths`, as they are now.
 * @throws VaultLoomError what the write would throw; `invalid_arguments` if a link cannot be written with the new name
 */
export async function planRewrites(
  context: Pick<ToolContext, 'writing'>,
  move: NoteMove,
  { paths, hidden }: { paths: readonly string[]; hidden: readonly string[] },
): Promise<{ plan: PlannedFile[]; bytesOf: Map<string, Uint8Array> }> {
  const { read, slicer } = await context.writing();
  const bytesOf = new Map<string, Uint8Array>();
  const candidates: CandidateNote[] = [];
  const canvases: { path: string; text: string }[] = [];
  for (const path of paths) {
    const text = await readText(path, read, bytesOf);
    if (text === null) continue;
    if (isCanvasPath(path)) canvases.push({ path, text });
    else candidates.push({ path, text, parsed: await slicer.run(parseNoteSteps(text)) });
  }
  const rewrites = await slicer.run(planMoveSteps(move, candidates, canvases));
  const unseen = new Set(hidden);
  const plan = rewrites.map((rewrite) => ({
    ...rewrite,
    before: bytesOf.get(rewrite.path) ?? new Uint8Array(),
    isHidden: unseen.has(rewrite.path),
  }));
  for (const { path, before } of plan) {
    try {
      await refuseForbidden(context, path, 'edit');
      refuseOtherEncodings(path, before);
    } catch (error) {
      throw asNoRewrite(error);
    }
  }
  return { plan, bytesOf };
}

/** Says what the file, which nobody named, has to do with the move. */
function asNoRewrite(error: unknown): unknown {
  if (!(error instanceof VaultLoomError)) return error;
  const { code, message, hint, details } = error;
  return new VaultLoomError(code, `${message} Links in it would have to be rewritten; nothing was moved.`, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}

/** How many files are rewritten, and how many places in them. */
export function countLinks(plan: readonly PlannedFile[]): { files: number; occurrences: number } {
  return { files: plan.length, occurrences: plan.reduce((sum, file) => sum + file.occurrences, 0) };
}

/**
 * Whether a note to rewrite was edited or deleted after planning.
 * @param moved the note whose own absence is another matter
 */
export function isChangedMeanwhile(error: unknown, moved: string): boolean {
  return (
    isFileChanged(error) ||
    (error instanceof VaultLoomError && error.code === 'note_not_found' && error.details?.['path'] !== moved)
  );
}

/** Null for a file deleted meanwhile. Bytes that are not UTF-8 matter only once the file must be written. */
async function readText(
  path: string,
  read: (path: string) => Promise<Uint8Array>,
  bytesOf: Map<string, Uint8Array>,
): Promise<string | null> {
  try {
    const bytes = await read(path);
    bytesOf.set(path, bytes);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
    throw error;
  }
}
