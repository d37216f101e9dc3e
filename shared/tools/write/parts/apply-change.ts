import { VaultLoomError } from '../../../protocol/errors.ts';
import { pathsOf, type AppliedChange, type Change, type FileChange } from '../../../writing/change/file-change.ts';
import { clientName, type ToolContext } from '../../tool.ts';
import { tellEditors, tellEngine, type TakenIn } from './tell-engine.ts';

/** Applies a change, then updates the index and the app's editors, also of files only `prepared`. */
export function applyChange(
  context: ToolContext,
  tool: string,
  files: FileChange[],
  prepared: readonly string[] = [],
  emptied: readonly string[] = [],
): Promise<ChangeMade> {
  return applyAs(context, { tool, client: clientName(context), files, emptied: [...emptied] }, prepared);
}

/** Throws what {@link applyChange} would, as far as it can be foreseen. Writes nothing, for a dry run. */
export async function foresee(
  context: ToolContext,
  tool: string,
  files: FileChange[],
  emptied: readonly string[] = [],
): Promise<void> {
  const { writer } = await context.writing();
  await writer.plan({ tool, client: clientName(context), files, emptied: [...emptied] });
}

/** What became of a change. */
export interface ChangeMade {
  trashed: AppliedChange['trashed'];
  taken: TakenIn;
  warning?: string;
}

/** Like {@link applyChange}, for the client that the change names. */
export async function applyAs(
  context: Pick<ToolContext, 'engine' | 'writing'>,
  change: Pick<Change, 'tool' | 'client' | 'files' | 'emptied'>,
  prepared: readonly string[],
): Promise<ChangeMade> {
  const { writer } = await context.writing();
  const { files } = change;
  const touched = [...new Set([...prepared, ...pathsOf(files)])];
  const applied = await writer
    .apply({ ...change, prepare: (paths) => context.engine.prepareWrite({ paths, writing: true }) })
    .catch(async (error: unknown) => {
      await tellEditors(context.engine, { paths: touched });
      throw error;
    });
  const moved = files.flatMap((file) => (file.kind === 'move' ? [{ from: file.from, to: file.to }] : []));
  const taken = await tellEngine(context.engine, { files, touched, written: applied.paths, moved });
  const behind = taken.warning === undefined ? {} : { warning: taken.warning };
  return { trashed: applied.trashed, taken, ...behind, ...warningOf(applied) };
}

/** Whether nothing was written, so the change can be redone on the new text. */
export function isFileChanged(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'file_changed' && error.details?.['clash'] !== true;
}

/** A warning if another program saved notes while they were being written. */
export function warningOf({ id, overtaken = [] }: AppliedChange): { warning?: string } {
  const [first] = overtaken;
  if (first === undefined) return {};
  const notes = overtaken.length === 1 ? `"${first}"` : `"${first}" and ${overtaken.length - 1} more notes`;
  return {
    warning: `Another program saved ${notes} while this was being written. Read the current text again; what was written is in the history as ${id ?? ''}.`,
  };
}
