import { FIELD_BITS, FIELD_MASK, FIELD_PROPERTIES, type Postings, type PostingsSource } from '../segments/postings.ts';
import type { Verbatim } from '../fulltext-types.ts';
import { asPrefix, type ParsedQuery, type QueryWord } from '../query.ts';
import { isEmpty, type TermLookup } from '../term-lookup.ts';

/** Words that are the value of a property say what the note is about; fewer than two say too little. */
const FEWEST_IN_PROPERTY = 2;
/** Of a text, a few words may stand together by chance, or be a name of another note; fewer than three often are. */
const FEWEST_IN_TEXT = 6;
const FEWEST_IN_PHRASE = 3;

/** The only note that has the words of a query together, as far apart as in the query. */
export interface VerbatimRow {
  /** The index of its source, and its row there. */
  s: number;
  row: number;
  /** Where it has them. */
  place: Verbatim;
  /** The postings of all of them together, by source. */
  lists: readonly Postings[];
}

/**
 * Finds the note that alone has the words of a query together; null if none or several have them, or if they are too
 * few. If none has, the last word may be the beginning of one. Notes that the filter refuses do not count.
 *
 * @param filter by the note's number
 */
export function verbatimRow(
  query: Pick<ParsedQuery, 'words' | 'open'>,
  lookup: TermLookup,
  sources: readonly PostingsSource[],
  filter: (id: number) => boolean = () => true,
): VerbatimRow | null {
  const placed = query.words.filter(({ position }) => position !== null);
  if (placed.length < FEWEST_IN_PROPERTY) return null;
  const lists = lookup.together(placed);
  if (!isEmpty(lists)) return onlyRow(placed.length, lists, sources, filter);
  const begun = withOpenEnd(placed, query.open);
  // Looking up all words with this beginning is only worth it where the others stand together.
  if (begun === null || isEmpty(lookup.together(placed.slice(0, -1)))) return null;
  return onlyRow(placed.length, lookup.together(begun), sources, filter);
}

/** The words with the last as the beginning of one; null if it is finished, or they are too few. */
function withOpenEnd(placed: readonly QueryWord[], open: ParsedQuery['open']): QueryWord[] | null {
  const last = placed.at(-1);
  if (last === undefined || placed.length < FEWEST_IN_PHRASE || last.position !== open?.position) return null;
  return [...placed.slice(0, -1), asPrefix(last, open.written)];
}

function onlyRow(
  words: number,
  lists: readonly Postings[],
  sources: readonly PostingsSource[],
  filter: (id: number) => boolean,
): VerbatimRow | null {
  const inText = words < FEWEST_IN_TEXT ? 'phrase' : 'text';
  const found: Omit<VerbatimRow, 'lists'>[] = [];
  for (const [s, { keys, count }] of lists.entries()) {
    for (let i = 0; i < count; i += 1) {
      const key = keys[i] as number;
      const row = key >>> FIELD_BITS;
      const place = (key & FIELD_MASK) === FIELD_PROPERTIES ? 'property' : inText;
      const last = found.at(-1);
      // Properties are the last field.
      if (last?.s === s && last.row === row) found[found.length - 1] = { s, row, place };
      else if (filter(sources[s]?.idOf(row) as number)) found.push({ s, row, place });
      if (found.length > 1) return null;
    }
  }
  const [only] = found;
  return only === undefined || (only.place === 'phrase' && words < FEWEST_IN_PHRASE) ? null : { ...only, lists };
}
