import { FileNames, nameKey } from '../../notes/file-names.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { ParsedNote } from '../../markdown/parsed-note.ts';
import { rewriteCanvasSteps } from './canvas-links.ts';
import { rewriteLinksSteps } from './link-rewrite.ts';
import type { NoteMove, RewrittenLinks } from './link-rewrite.ts';
import type { TextEdit } from './text-edit.ts';

/** A note whose links may depend on the move, before it. */
export interface CandidateNote {
  path: string;
  text: string;
  parsed: ParsedNote;
}

/** What changes in one file. */
export interface FileRewrite {
  /** Before the move, also for the moved note. */
  path: string;
  /** In order, without overlaps. */
  edits: TextEdit[];
  /** See {@link RewrittenLinks}. */
  occurrences: number;
}

/** The move of a note. `paths`: all files of the vault, also excluded ones. */
export function noteMove(
  from: string,
  to: string,
  paths: Iterable<string>,
  newLinkFormat: NoteMove['newLinkFormat'],
): NoteMove {
  return movesOf(new Map([[from, to]]), paths, newLinkFormat);
}

/** Moves of files that happen together. */
export function movesOf(
  moves: ReadonlyMap<string, string>,
  paths: Iterable<string>,
  newLinkFormat: NoteMove['newLinkFormat'],
): NoteMove {
  const before = new FileNames();
  const after = new FileNames();
  for (const path of paths) {
    before.add(path);
    if (!moves.has(path)) after.add(path);
  }
  for (const to of moves.values()) after.add(to);
  return { moves, before, after, newLinkFormat };
}

/** The link keys (`linkKeys`) the move may concern. Candidates are every note with such a link, and the moved note. */
export function moveKeys(from: string, to: string): string[] {
  return [...new Set([nameKey(from), nameKey(to)])];
}

/** Plans what to rewrite in the candidate notes and canvases; only changed files are listed. */
export function planMove(
  move: NoteMove,
  notes: Iterable<CandidateNote>,
  canvases: Iterable<{ path: string; text: string }> = [],
): FileRewrite[] {
  return runSteps(planMoveSteps(move, notes, canvases));
}

/**
 * Like {@link planMove}, one step per file.
 * @throws VaultLoomError `invalid_arguments` if a link cannot be written with the new name
 */
export function* planMoveSteps(
  move: NoteMove,
  notes: Iterable<CandidateNote>,
  canvases: Iterable<{ path: string; text: string }> = [],
): Steps<FileRewrite[]> {
  const rewrites: FileRewrite[] = [];
  const add = (path: string, { edits, occurrences }: RewrittenLinks): void => {
    if (edits.length > 0) rewrites.push({ path, edits, occurrences });
  };
  for (const { path, text, parsed } of notes) {
    add(path, yield* rewriteLinksSteps(path, text, parsed, move));
    yield;
  }
  for (const { path, text } of canvases) {
    add(path, yield* rewriteCanvasSteps(path, text, move));
    yield;
  }
  return rewrites;
}
