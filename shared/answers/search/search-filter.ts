import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { SearchInput } from '../../protocol/schemas/find.ts';
import { noteFilter } from '../lists/note-filter.ts';

/**
 * The filters of a search as one; undefined if it has none.
 * @throws VaultLoomError `invalid_arguments` for a `where` that cannot be read
 */
export function filterOf(index: NoteIndex, input: SearchInput): ((record: NoteRecord) => boolean) | undefined {
  return noteFilter(index, input) ?? undefined;
}
