import { isNotePath } from '../../vault/paths.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { applyTextEdits } from './text-edit.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { NoteMove } from './link-rewrite.ts';
import { movesOf, planMoveSteps } from './move-plan.ts';
import type { CandidateNote, FileRewrite } from './move-plan.ts';
import type { NewLinkFormat } from './link-spelling.ts';

/** Texts by vault path. */
export type Vault = Readonly<Record<string, string>>;

/** The move of a note in a vault of these files. */
export function noteMove(from: string, to: string, paths: Iterable<string>, newLinkFormat: NewLinkFormat): NoteMove {
  return runSteps(movesOf(new Map([[from, to]]), paths, newLinkFormat));
}

export function planMove(
  move: NoteMove,
  notes: Iterable<CandidateNote>,
  canvases: Iterable<{ path: string; text: string }> = [],
): FileRewrite[] {
  return runSteps(planMoveSteps(move, notes, canvases));
}

/** The vault after a move, with every note and canvas as a candidate. */
export function moved(vault: Vault, from: string, to: string, newLinkFormat: NewLinkFormat = 'shortest'): Vault {
  const files = Object.entries(vault).map(([path, text]) => ({ path, text }));
  const move = noteMove(from, to, Object.keys(vault), newLinkFormat);
  const notes = files.filter(({ path }) => isNotePath(path)).map((file) => ({ ...file, parsed: parseNote(file.text) }));
  const edits = new Map(
    planMove(
      move,
      notes,
      files.filter(({ path }) => path.endsWith('.canvas')),
    ).map((rewrite) => [rewrite.path, rewrite.edits]),
  );
  return Object.fromEntries(
    files.map(({ path, text }) => [path === from ? to : path, applyTextEdits(text, edits.get(path) ?? [])]),
  );
}
