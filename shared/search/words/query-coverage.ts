import { FIELD_BITS } from './segments/postings.ts';
import type { Postings } from './segments/postings.ts';
import type { CorpusStatistics, WeighedTerm } from './scoring.ts';
import { rarityOf } from './scoring.ts';

/** The words of a query, and the sum that includes words in no note. */
export interface QueryWords {
  terms: readonly WeighedTerm[];
  /** Sum of the words' weights. */
  total: number;
}

/** Weighs the words of a query, except stop words and pairs. A word in no note counts as the rarest. */
export function queryWords(terms: readonly WeighedTerm[], corpus: CorpusStatistics): QueryWords {
  const words = terms.filter((term) => term.covers > 0);
  const total = words.reduce(
    (sum, term) => sum + (term.factor > 0 ? term.factor : term.weight * rarityOf(0, corpus)),
    0,
  );
  return { terms: words.filter((term) => term.factor > 0), total };
}

/** Share of the query's weight that a row of source `s` covers, 0 to 1; 1 if the query has only stop words. */
export function coverage(words: QueryWords, s: number, row: number): number {
  if (words.total === 0) return 1;
  let held = 0;
  for (const { lists, factor } of words.terms) {
    const postings = lists[s];
    if (postings !== undefined && holds(postings, row)) held += factor;
  }
  return held / words.total;
}

function holds(postings: Postings, row: number): boolean {
  const i = postings.find(row << FIELD_BITS);
  return i < postings.count && (postings.keys[i] as number) >>> FIELD_BITS === row;
}
