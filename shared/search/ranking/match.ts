/** How much of a query the best rows cover (contract, 'Tool results'). */
export type Match = 'strong' | 'partial' | 'weak';

/** How well a row answers a query. */
export interface RowEvidence {
  /** Share of the query's weight that words of the row's note cover, 0 to 1. */
  coverage: number;
  /** Cosine of the row's text and the query; 0 if unknown. */
  similarity?: number;
}

/** Rows judged: as many as a reader sees at a glance. */
export const MATCH_ROWS = 3;
const STRONG = 0.75;
const PARTIAL = 0.3;

/**
 * Judges the best of the first rows. Only words make a match strong; meaning makes it partial at most, as cosines are
 * high among any texts of one kind.
 * @param alike cosine above which two texts are about the same thing
 */
export function matchOf(rows: readonly RowEvidence[], alike = 1): Match {
  const first = rows.slice(0, MATCH_ROWS);
  const coverage = Math.max(0, ...first.map((row) => row.coverage));
  if (coverage >= STRONG) return 'strong';
  return coverage >= PARTIAL || first.some(({ similarity = 0 }) => similarity >= alike) ? 'partial' : 'weak';
}
