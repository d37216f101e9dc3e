import type { NoteIndex } from '../../index/note-index.ts';

/** The note that links to a missing one may mean, since it alone has that name as its title or an alias. */
export function meantNote(index: NoteIndex, target: string): { meant?: string } {
  const [meant, ...more] = index.names.named(target, 'delete');
  return meant === undefined || more.length > 0 ? {} : { meant };
}
