import type { NoteIndex } from '../../../index/note-index.ts';
import { noteTitle, type NoteRecord } from '../../../notes/note-record.ts';
import { callsFor, namesIn, placesBy, type Named } from '../../../search/words/names-in-query.ts';
import { withoutMd } from '../../../vault/paths.ts';
import { hasAskedTags } from './asked-tags.ts';
import { askedDay } from './notes-of-day.ts';
import { typedPath } from './typed-path.ts';
import { codeIn } from './code-in-query.ts';
import { wordHits } from '../hit-ranking.ts';
import { isWholeInARow, type RankingRequest, type WordHit } from '../ranked-hit.ts';

/** Headings of one word, such as `Usage`, say too little. */
const SEVERAL_WORDS = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u;

/**
 * The hits by words that have a code, best first, if the query is one; or the tags, if it is nothing else; or those
 * that are called by the day it asks for.
 */
export function codedHits(index: NoteIndex, request: RankingRequest, words: readonly WordHit[]): WordHit[] {
  const hasTags = hasAskedTags(request.query);
  const tagged = hasTags === null ? [] : words.filter(({ record }) => hasTags(record));
  if (tagged.length > 0) return tagged;
  const day = askedDay(request.query);
  const ofDay = day === null ? 0 : words.findIndex(({ record }) => !day.isCalled(record));
  if (ofDay !== 0) return ofDay < 0 ? [...words] : words.slice(0, ofDay);
  const code = codeIn(index, request);
  if (code === null) return [];
  const found = code === request.query ? words : wordHits(index, { ...request, query: code }, words.length);
  return found.filter(isWholeInARow);
}

/** The hits by words with a heading that is the query, best first; none if the first has no such heading. */
export function headedHits(query: string, words: readonly WordHit[]): WordHit[] {
  const isQuery = callsFor(query);
  const isHeaded = ({ record }: WordHit): boolean => record.headings.some(({ text }) => isQuery(text));
  return words[0] !== undefined && isHeaded(words[0]) ? words.filter(isHeaded) : [];
}

/**
 * The hit that a query names: the first by words if the query is or contains its name, is its path, or is a heading
 * that no other hit has.
 *
 * @param headed the hits with such a heading
 */
export function namedHit(
  query: string,
  words: readonly WordHit[],
  headed: readonly WordHit[],
): (WordHit & { named: Named }) | null {
  const [first] = words;
  if (first === undefined) return null;
  const { record } = first;
  const isOnlyHeading =
    SEVERAL_WORDS.test(query) && headed.length > 0 && headed.every((other) => other.record === record);
  const isPlace = typedPath(query, true)?.isAt(record.path) ?? placesBy(query)(withoutMd(record.path));
  const named = isOnlyHeading || isPlace ? 'whole' : namesIn(query)(namesOf(record));
  return named === null ? null : { ...first, named };
}

/** All that a note is called. */
export function namesOf(record: NoteRecord): string[] {
  return [record.title, ...record.aliases, noteTitle(record.path, null)];
}
