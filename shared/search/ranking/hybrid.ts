import type { FusedItem, RankedList } from './fusion.ts';

/**
 * The basis of a ranking: `words`, full text; `terms`, vectors of terms that occur together (any language); `sentences`, vectors
 * of a sentence encoder. Of notes, vectors give two rankings: by the mean of the best two chunks, and by the first chunk.
 */
export type HybridRole = 'words' | 'terms' | 'terms-lead' | 'sentences' | 'sentences-lead';

export interface HybridRanking<Key> {
  role: HybridRole;
  keys: readonly Key[];
}

/** What indicates how far each ranking can be trusted for a query. */
export interface HybridEvidence {
  /** Largest `coverage` among the first {@link COVERAGE_HITS} hits of full text. */
  coverage: number;
  /** How far the sentence encoder can read the query, 0 to 1; 1 for one that knows its language. */
  readable: number;
}

/** Hits of full text whose coverage counts. */
export const COVERAGE_HITS = 10;
/** Items of each ranking that are fused. */
export const HYBRID_DEPTH = 100;
/** `k` of the fusion: low, since the first places of each ranking are worth far more than the rest; see docs/decisions/fusion.md. */
export const HYBRID_K = 4;

/**
 * Weighs rankings for `fuseRankings`. Where a reader of sentences is at hand, rankings by words count the less the fewer of the
 * query's words the best notes have, sentences even more: a query in other words can only be found by meaning. Of each ranking the first `depth` items count.
 */
export function weighRankings<Key>(
  rankings: readonly HybridRanking<Key>[],
  { coverage, readable }: HybridEvidence,
  depth = HYBRID_DEPTH,
): RankedList<Key>[] {
  const hasSentences = rankings.some(({ role, keys }) => WEIGHTS[role].by === 'sentences' && keys.length > 0);
  const reading = hasSentences ? Math.min(1, Math.max(0, readable)) : 0;
  const trust = Math.min(1, Math.max(LEAST_TRUST, (coverage - UNTRUSTED) / (TRUSTED - UNTRUSTED)));
  const factors = { words: 1 - reading * (1 - trust), sentences: reading * (1 + SENTENCE_GAIN * (1 - trust)) };
  return rankings.map(({ role, keys }) => {
    const { by, weight } = WEIGHTS[role];
    return {
      name: role === 'words' ? 'fulltext' : 'semantic',
      weight: weight * factors[by],
      keys: keys.slice(0, depth),
    };
  });
}

/** Coverage from which on a hit of full text contains the whole query: sums of weights are not exact. */
const WHOLE = 0.999;
/** The lowest place such a hit may have if it is the first. */
const FIRST_PLACES = 3;

/**
 * Keeps the first hit of full text among the first three if it has every word of the query: what other rankings agree on may
 * be nearer in meaning, but a reader who knows the words looks for this one. It takes the score of its new place.
 *
 * @param items fused, best first
 * @param first of full text; null without hits
 */
export function keepFirst<Key>(
  items: readonly FusedItem<Key>[],
  first: { key: Key; coverage: number } | null,
): FusedItem<Key>[] {
  const place = first === null || first.coverage < WHOLE ? -1 : items.findIndex((item) => item.key === first.key);
  const own = items[place];
  const last = items[FIRST_PLACES - 1];
  if (own === undefined || last === undefined || place < FIRST_PLACES) return [...items];
  const rest = items.filter((item) => item !== own);
  return [...rest.slice(0, FIRST_PLACES - 1), { ...own, score: last.score }, ...rest.slice(FIRST_PLACES - 1)];
}

const WEIGHTS: Record<HybridRole, { by: 'words' | 'sentences'; weight: number }> = {
  words: { by: 'words', weight: 1 },
  terms: { by: 'words', weight: 0.5 },
  'terms-lead': { by: 'words', weight: 0.3 },
  sentences: { by: 'sentences', weight: 0.35 },
  'sentences-lead': { by: 'sentences', weight: 0.35 },
};
/** Coverages at and below which words hardly count, and from which on they count in full. */
const UNTRUSTED = 0.2;
const TRUSTED = 0.7;
const LEAST_TRUST = 0.05;
/** How much more sentences count if words do not. */
const SENTENCE_GAIN = 2;
