import { endOfDay, readDays, readMoment, startOfDay } from '../../kit/time/day-spans.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isInFolder, normaliseFolder } from '../in-folder.ts';
import { hasTag } from '../shown-notes.ts';

/** What narrows a question down to some notes. */
export interface NoteFilter {
  directory?: string | undefined;
  tag?: string | undefined;
  modifiedAfter?: string | undefined;
  modifiedBefore?: string | undefined;
}

/** Tells whether a note passes a filter; null if every note does. */
export function noteFilter(filter: NoteFilter): ((record: NoteRecord) => boolean) | null {
  const folder = normaliseFolder(filter.directory ?? '');
  const { tag } = filter;
  const isChanged = timeFilter(filter.modifiedAfter, filter.modifiedBefore);
  if (folder === '' && tag === undefined && isChanged === null) return null;
  return (record) =>
    isInFolder(record.path, folder) &&
    (tag === undefined || hasTag(record, tag)) &&
    (isChanged === null || isChanged(record.mtimeMs));
}

/**
 * Tells whether a time, in epoch milliseconds, lies between two bounds (see `readDays`), both included with their day;
 * null if there are none.
 */
export function timeFilter(after: string | undefined, before: string | undefined): ((ms: number) => boolean) | null {
  if (after === undefined && before === undefined) return null;
  const from =
    after === undefined ? -Infinity : (readMoment(after) ?? startOfDay(readDays(after, 'past')?.first ?? ''));
  const to = before === undefined ? Infinity : (momentAfter(before) ?? endOfDay(readDays(before, 'past')?.last ?? ''));
  return (ms) => ms >= from && ms < to;
}

function momentAfter(text: string): number | null {
  const moment = readMoment(text);
  return moment === null ? null : moment + 1;
}
