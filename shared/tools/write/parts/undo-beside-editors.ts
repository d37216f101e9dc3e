import type { Engine } from '../../../engine/engine.ts';
import type { FileChange, AppliedChange } from '../../../writing/change/file-change.ts';
import type { UndoOptions } from '../../../writing/undo/undoing.ts';
import { tellEditors, tellEngine } from './tell-engine.ts';
import type { NoteWriter } from './writing-parts.ts';

/**
 * Undoes changes as one: open editors are saved before and show the new text afterwards, and the index is told.
 *
 * @param engine null if none is open
 * @param ids the newest first
 * @throws VaultLoomError what the writer's `undo` throws
 */
export async function undoBesideEditors(
  engine: Pick<Engine, 'prepareWrite' | 'afterWrite' | 'refresh'> | null,
  writer: NoteWriter,
  ids: readonly string[],
  options: Omit<UndoOptions, 'prepare'>,
): Promise<AppliedChange> {
  let files: readonly FileChange[] = [];
  const prepared = new Set<string>();
  const prepare = async (paths: string[], inverse: readonly FileChange[]): Promise<void> => {
    files = inverse;
    for (const path of paths) prepared.add(path);
    await engine?.prepareWrite({ paths, writing: true });
  };
  const applied = await writer.undo(ids, { ...options, prepare }).catch(async (error: unknown) => {
    if (engine !== null) await tellEditors(engine, { paths: [...prepared] });
    throw error;
  });
  const moved = files.flatMap((file) => (file.kind === 'move' ? [{ from: file.from, to: file.to }] : []));
  if (engine !== null) await tellEngine(engine, { files, touched: [...prepared], written: applied.paths, moved });
  return applied;
}
