import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { SearchInput } from '../../protocol/schemas/find.ts';

/**
 * The filters of a search as one; undefined if it has none.
 * @throws VaultLoomError `invalid_arguments` for a `where` that cannot be read
 */
export async function filterOf(
  index: NoteIndex,
  input: SearchInput,
): Promise<((record: NoteRecord) => boolean) | undefined> {
  const { directory, tag, modifiedAfter, modifiedBefore, where } = input;
  if ([directory, tag, modifiedAfter, modifiedBefore, where].every((value) => value === undefined)) return undefined;
  // The code of bases comes with it, for `where`: the first search after a start need not wait for that.
  const { noteFilter } = await import('../lists/note-filter.ts');
  return noteFilter(index, input) ?? undefined;
}
