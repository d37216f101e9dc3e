import { noteExists } from '../change/change-errors.ts';
import type { Change, FileChange } from '../change/file-change.ts';
import { COMMAND_LINE } from '../journal/persons.ts';
import { changesOf, type PlayedUndo } from './play-undo.ts';
import { undoConflict } from './undo.ts';

/** How changes are undone. */
export interface UndoOptions {
  /** Undoes them even if later changes are lost. */
  force?: boolean;
  /** The client that the history names; by default the command line. */
  client?: string;
  tool?: string;
  /** Whether a person does it, who may undo changes in hidden places; true by default. */
  isPersons?: boolean;
  /** Has the app save unsaved typing. `inverse` is what undoes the changes if nothing but names was changed since. */
  prepare?: (paths: string[], inverse: readonly FileChange[]) => Promise<unknown>;
  agree?: Change['agree'];
  course?: Change['course'];
}

/** The change that a played undo makes. Throws `undo_conflict`, `note_exists`. */
export function undoing(
  played: PlayedUndo,
  { force = false, client = COMMAND_LINE, tool = 'undo', agree, course }: UndoOptions,
): Change {
  const lost = [...played.lost, ...played.gone];
  if (lost.length > 0 && !force) throw undoConflict(lost);
  const [taken] = played.taken;
  if (taken !== undefined) throw noteExists(taken);
  return {
    tool,
    client,
    files: changesOf(played),
    emptied: played.emptied,
    ...(agree === undefined ? {} : { agree }),
    ...(course === undefined ? {} : { course }),
  };
}
