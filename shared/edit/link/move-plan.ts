import { FileNames } from '../../notes/file-names.ts';
import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { ParsedNote } from '../../markdown/parsed-note.ts';
import { rewriteCanvasSteps } from './rewrite-canvas.ts';
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

/** Moves of files that happen together. `paths`: all files of the vault, also excluded ones. */
export function* movesOf(
  moves: ReadonlyMap<string, string>,
  paths: Iterable<string>,
  newLinkFormat: NoteMove['newLinkFormat'],
): Steps<NoteMove> {
  const before = new FileNames();
  const after = new FileNames();
  yield* visitSteps(paths, (path) => {
    before.add(path);
    if (!moves.has(path)) after.add(path);
  });
  for (const to of moves.values()) after.add(to);
  return { moves, before, after, newLinkFormat };
}

/**
 * Plans what to rewrite in the candidate notes and canvases, one step per file; only changed files are listed.
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
