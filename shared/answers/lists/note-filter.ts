import { endOfDay, readDays, readMoment, readPast } from '../../kit/time/day-spans.ts';
import { readWhere } from '../../bases/where/where.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isWithin } from '../../vault/paths.ts';
import { indexVault, keptProperty } from '../bases/index-vault.ts';
import { folderMeant } from '../in-folder.ts';
import { rowOf, type NoteRow } from '../kept/note-rows.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

/** What narrows a question down to some notes. */
export interface NoteFilter {
  directory?: string | undefined;
  tag?: string | undefined;
  modifiedAfter?: string | undefined;
  modifiedBefore?: string | undefined;
  /** See {@link readWhere}. */
  where?: Record<string, unknown> | undefined;
}

/**
 * Tells whether a note passes a filter; null if every note does. The index must not change while it is used.
 * @throws VaultLoomError `invalid_arguments` for a `where` that cannot be read; so does the test, if one of its
 *   patterns takes too long on a note
 */
export function noteFilter(index: NoteIndex, filter: NoteFilter): ((record: NoteRecord) => boolean) | null {
  const accepts = rowFilter(index, filter);
  return accepts === null ? null : (record) => accepts(rowOf(record));
}

/** The same of rows. */
export function rowFilter(index: NoteIndex, filter: NoteFilter): ((row: NoteRow) => boolean) | null {
  const where =
    filter.where === undefined ? null : readWhere(filter.where, indexVault(index), { property: keptProperty });
  const folder = folderMeant(index, filter.directory ?? '');
  const tag = filter.tag === undefined ? undefined : tagKey(filter.tag.replace(/^#/, ''));
  const isChanged = timeFilter(filter.modifiedAfter, filter.modifiedBefore);
  if (folder === '' && tag === undefined && isChanged === null && where === null) return null;
  return (row) =>
    isWithin(row.foldedPath, folder) &&
    (tag === undefined || row.hasTag(tag)) &&
    (isChanged === null || isChanged(row.record.mtimeMs)) &&
    (where === null || where.meets(row.file));
}

/**
 * Tells whether a time, in epoch milliseconds, is between two bounds (see `readDays`), both included with their day;
 * null if there are none.
 */
function timeFilter(after: string | undefined, before: string | undefined): ((ms: number) => boolean) | null {
  if (after === undefined && before === undefined) return null;
  const from = after === undefined ? -Infinity : (readPast(after) ?? NaN);
  const to = before === undefined ? Infinity : (momentAfter(before) ?? endOfDay(readDays(before, 'past')?.last ?? ''));
  return (ms) => ms >= from && ms < to;
}

function momentAfter(text: string): number | null {
  const moment = readMoment(text);
  return moment === null ? null : moment + 1;
}
