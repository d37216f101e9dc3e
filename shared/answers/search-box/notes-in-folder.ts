import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxRow } from '../../protocol/schemas/search-box.ts';
import type { AnswerParts } from '../answer-parts.ts';
import type { RankedHit } from '../search/ranked-hit.ts';
import { foldTyped } from './box-query.ts';
import { beginningOf } from './line-passages.ts';
import { newestSteps } from './newest-notes.ts';

/** No path is longer, in UTF-16 units. */
const LONGEST_PATH = 1_024;

/** What was typed, as far as a folder can be meant by it. */
export interface TypedFolder {
  text: string;
  /** Whether the folder's name may be longer than what is typed. */
  isUnfinished: boolean;
  filter: ((record: NoteRecord) => boolean) | undefined;
  limit: number;
}

/**
 * The notes in the folder that is typed, `folder/` or `folder/folder`, the newest first; none if no folder is called
 * so.
 */
export async function notesInFolder(
  { slicer }: AnswerParts,
  index: NoteIndex,
  { text, isUnfinished, filter, limit }: TypedFolder,
): Promise<NoteRecord[]> {
  const typed = foldTyped(text.trim()).replace(/^\//u, '');
  if (!typed.includes('/') || typed.length > LONGEST_PATH || !/^[^"/]*[^"\s/]/u.test(typed)) return [];
  const within = isUnfinished || typed.endsWith('/') ? `/${typed}` : `/${typed}/`;
  const isInside = (record: NoteRecord): boolean =>
    `/${foldTyped(record.path)}`.includes(within) && filter?.(record) !== false;
  return slicer.run(newestSteps(index.notes(), isInside, limit));
}

/** What was found by its own words or meaning, in part, and what is in the folder. */
export interface WithFolder {
  first: RankedHit[];
  inFolder: NoteRecord[];
  last: RankedHit[];
}

/**
 * Puts the notes of a folder after those that have words of the query, which leave them half of the rows, and before
 * those that are found by meaning alone.
 */
export function withFolder(hits: RankedHit[], notes: readonly NoteRecord[], limit: number): WithFolder {
  if (notes.length === 0) return { first: hits, inFolder: [], last: [] };
  const worded = hits.filter(({ matchedBy }) => matchedBy.includes('fulltext'));
  const first = worded.slice(0, Math.max(limit - notes.length, Math.ceil(limit / 2)));
  const isFirst = new Set(first.map(({ record }) => record));
  const inFolder = notes.filter((record) => !isFirst.has(record)).slice(0, limit - first.length);
  const isThere = new Set([...isFirst, ...inFolder]);
  const last = hits.filter(({ record }) => !isThere.has(record)).slice(0, limit - first.length - inFolder.length);
  return { first, inFolder, last };
}

/** The rows of notes that were found by their path alone, or by other conditions. */
export function rowsOfNotes(parts: AnswerParts, notes: readonly NoteRecord[]): Promise<BoxRow[]> {
  return Promise.all(
    notes.map(async (record) => ({
      path: record.path,
      title: record.title,
      titleRanges: [],
      matchedBy: ['fulltext' as const],
      passages: [await beginningOf(parts, record)],
    })),
  );
}
