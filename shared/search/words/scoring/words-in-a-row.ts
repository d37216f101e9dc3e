import type { WordsInARow } from '../fulltext-types.ts';
import { FIELD_BITS, type Postings } from '../segments/postings.ts';

/** The longest run of the query that a row of source `s` has, by its pairs of neighbouring words, in their order. */
export function wordsInARow(pairs: readonly { lists: readonly Postings[] }[], s: number, row: number): WordsInARow {
  let longest = 0;
  let run = 0;
  for (const { lists } of pairs) {
    run = hasRow(lists[s], row) ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return { inARow: longest + 1, rowShare: pairs.length === 0 ? 1 : longest / pairs.length };
}

/** Whether a row has any of these postings. */
export function hasRow(postings: Postings | undefined, row: number): boolean {
  if (postings === undefined) return false;
  const i = postings.find(row << FIELD_BITS);
  return i < postings.count && (postings.keys[i] as number) >>> FIELD_BITS === row;
}
