import type { NoteRecord } from '../../notes/note-record.ts';
import type { SearchInput } from '../../protocol/schemas/find.ts';
import { isInFolder, normaliseFolder } from '../in-folder.ts';
import { withinModified } from '../modified-bounds.ts';
import { hasTag } from '../shown-notes.ts';

/** Accepts the notes to search. */
export type NoteFilter = (record: NoteRecord) => boolean;

/**
 * The filters of a search as one; undefined if it has none.
 * @throws VaultLoomError `invalid_arguments` for a bound that is no date
 */
export function filterOf(
  input: Pick<SearchInput, 'directory' | 'tag' | 'modifiedAfter' | 'modifiedBefore'>,
): NoteFilter | undefined {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  const isRecent = withinModified(input);
  if (folder === '' && tag === undefined && isRecent === null) return undefined;
  return (record) =>
    isInFolder(record.path, folder) &&
    (tag === undefined || hasTag(record, tag)) &&
    (isRecent === null || isRecent(record.mtimeMs));
}
