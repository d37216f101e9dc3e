import type { NoteRecord } from '../../../notes/note-record.ts';
import { hasTag } from '../../shown-notes.ts';

/** `#garden`, `#garden/pond`, `tag:garden`, also with the wide signs of input methods. */
const TAG = /^(?:[#＃]|tag[:：][#＃]?)([^\s#＃"]+?)\/*$/iu;

/**
 * Tells whether a note has all tags of a query of nothing else, or tags nested in them; null if there is more to the
 * query. A person who types `#garden` means the notes with this tag, not those that speak of gardens.
 */
export function hasAskedTags(query: string): ((record: Pick<NoteRecord, 'tags'>) => boolean) | null {
  const tags = query
    .trim()
    .split(/\s+/u)
    .map((piece) => TAG.exec(piece)?.[1]);
  if (!tags.every((tag) => tag !== undefined)) return null;
  return (record) => tags.every((tag) => hasTag(record, tag));
}
