import type { HeldWords } from '../fulltext-types.ts';
import type { CorpusStatistics, WeighedTerm } from './scoring.ts';
import { rarityOf } from './scoring.ts';
import { hasRow } from './words-in-a-row.ts';

/** The words of a query, and the sum that includes words in no note. */
export interface QueryWords {
  terms: readonly WeighedTerm[];
  /** Sum of the words' weights. */
  total: number;
  /** Weight of a word in no note, the most that a word can weigh. */
  most: number;
}

/** Weighs the words of a query, except stop words and pairs. A word in no note counts as the rarest. */
export function queryWords(terms: readonly WeighedTerm[], corpus: CorpusStatistics): QueryWords {
  const words = terms.filter((term) => term.covers > 0);
  const most = rarityOf(0, corpus);
  const total = words.reduce((sum, term) => sum + (term.factor > 0 ? term.factor : term.weight * most), 0);
  return { terms: words.filter((term) => term.factor > 0), total, most };
}

/** How much of the query the note in a row of source `s` has. */
export function heldWords(words: QueryWords, s: number, row: number): HeldWords {
  if (words.total === 0) return { coverage: 1, held: 0 };
  let held = 0;
  for (const { lists, factor } of words.terms) {
    if (hasRow(lists[s], row)) held += factor;
  }
  return { coverage: held / words.total, held: held / words.most };
}
