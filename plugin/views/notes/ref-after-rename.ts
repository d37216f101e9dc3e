import type { NoteRef } from '../../../shared/protocol/schemas/common.ts';
import { nameOf } from './name-of.ts';
import { pathAfterRename } from './path-after-rename.ts';

/**
 * A note's path in answers of the engine once a note or folder was renamed: in the spelling in which its later answers
 * name it. The same if it is of another note.
 */
export function answeredPathAfterRename(path: string, from: string, to: string): string {
  const after = pathAfterRename(path, from, to);
  return after === path ? path : after.normalize('NFC');
}

/** A note of an answer after that. A title that was the file's name becomes its new name. */
export function refAfterRename<Ref extends NoteRef>(note: Ref, from: string, to: string): Ref {
  const path = answeredPathAfterRename(note.path, from, to);
  if (path === note.path) return note;
  return { ...note, path, title: note.title === nameOf(note.path) ? nameOf(path) : note.title };
}
