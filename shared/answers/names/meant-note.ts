import type { NoteIndex } from '../../index/note-index.ts';

/** The note that links to a missing one may mean: the only one with its name as title or alias. Links go by file names. */
export function meantNote(index: NoteIndex, target: string): { meant?: string } {
  const [meant, ...more] = index.names.named(target, 'delete');
  return meant === undefined || more.length > 0 ? {} : { meant };
}
