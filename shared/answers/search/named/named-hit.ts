import type { NoteIndex } from '../../../index/note-index.ts';
import { noteTitle, type NoteRecord } from '../../../notes/note-record.ts';
import { WHOLE } from '../../../search/ranking/hybrid.ts';
import { callsFor, namesIn, type Named } from '../../../search/words/names-in-query.ts';
import { codeIn } from './code-in-query.ts';
import { wordHits, type RankingRequest, type WordHit } from '../hit-ranking.ts';

/** Headings of one word, such as `Usage`, say too little. */
const SEVERAL_WORDS = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u;

/**
 * The hit that a query names: the first by words if the query is or contains its name, or is a heading that no other
 * hit has, or is a code that it has.
 */
export function namedHit(
  index: NoteIndex,
  request: RankingRequest,
  words: readonly WordHit[],
): (WordHit & { named: Named }) | null {
  const { query } = request;
  const code = codeIn(index, request);
  const coded = code === null || code === query ? words[0] : wordHits(index, { ...request, query: code }, 1)[0];
  if (code !== null && coded !== undefined && coded.coverage >= WHOLE) return { ...coded, named: 'whole' };
  const [first] = words;
  if (first === undefined) return null;
  const { record } = first;
  const isQuery = callsFor(query);
  const isHeading = ({ headings }: NoteRecord): boolean => headings.some(({ text }) => isQuery(text));
  const isOnlyHeading =
    SEVERAL_WORDS.test(query) &&
    isHeading(record) &&
    !words.some((other) => other.record !== record && isHeading(other.record));
  const named = isOnlyHeading
    ? 'whole'
    : namesIn(query)([record.title, ...record.aliases, noteTitle(record.path, null)]);
  return named === null ? null : { ...first, named };
}
