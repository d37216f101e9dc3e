/** How much of a query the best rows cover (contract, 'Tool results'). */
export type Match = 'strong' | 'partial' | 'weak';

/** What tells how well a row answers a query. */
export interface RowEvidence {
  /** Share of the query's weight whose words the row's note holds, 0 to 1. */
  coverage: number;
  /** Cosine of the row's text and the query; 0 where that is not known. */
  similarity?: number;
}

/** Rows that are looked at: a reader takes in as many at a glance. */
export const MATCH_ROWS = 3;
const STRONG = 0.75;
const PARTIAL = 0.3;

/**
 * Judges the best of the first rows. Words make a match strong; meaning alone at most partial, for cosines are high among any
 * texts of one kind.
 *
 * @param alike cosine from which on two texts are about one thing
 */
export function matchOf(rows: readonly RowEvidence[], alike = 1): Match {
  const first = rows.slice(0, MATCH_ROWS);
  const coverage = Math.max(0, ...first.map((row) => row.coverage));
  if (coverage >= STRONG) return 'strong';
  return coverage >= PARTIAL || first.some(({ similarity = 0 }) => similarity >= alike) ? 'partial' : 'weak';
}
