import type { ParsedQuery, QueryWord } from '../query.ts';
import { isEmpty, type TermLookup } from '../term-lookup.ts';
import type { Ranking, ScoringTerm } from './scoring.ts';

/** Words, compounds found as such, and neighbouring words as terms of their own; these also apart, as `pairs`. */
export function scoringTerms(
  query: ParsedQuery,
  lookup: TermLookup,
  { wholeWeight, pairWeight }: Pick<Ranking, 'wholeWeight' | 'pairWeight'>,
): Record<'scoring' | 'pairs', ScoringTerm[]> {
  const terms: ScoringTerm[] = [];
  const foundCompounds = new Set<number>();
  for (const [i, compound] of query.compounds.entries()) {
    const lists = lookup.compound(compound);
    if (isEmpty(lists)) continue;
    foundCompounds.add(i);
    terms.push({ lists, weight: 1, covers: compound.words.filter((word) => !word.stop).length });
    if (compound.whole !== null) terms.push({ lists: lookup.word(compound.whole), weight: wholeWeight, covers: 0 });
  }
  for (const word of query.words) {
    if (word.compound !== null && foundCompounds.has(word.compound)) continue;
    const lists = lookup.word(word);
    const parts = isEmpty(lists) ? word.parts : [];
    for (const term of parts) terms.push({ lists: lookup.word({ term, prefix: null }), weight: 1, covers: 1 });
    if (parts.length === 0) terms.push({ lists, weight: 1, covers: word.position === null ? 0 : 1 });
  }
  const pairs = neighbours(query.words).map((pair) => ({
    lists: lookup.together(pair),
    weight: pairWeight,
    covers: 0,
  }));
  return { scoring: [...terms, ...pairs], pairs };
}

/** Words that follow each other in the query, but for stop words. */
function neighbours(words: readonly QueryWord[]): [QueryWord, QueryWord][] {
  const placed = words.filter((word) => word.position !== null);
  return placed.slice(1).flatMap((word, i): [QueryWord, QueryWord][] => {
    const before = placed[i];
    return before === undefined ? [] : [[before, word]];
  });
}
