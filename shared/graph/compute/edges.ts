import type { CompactGraph } from '../graph-types.ts';

/**
 * Calls `visit` for each edge, by source, then target. For inner loops that must be fast, walk the arrays themselves.
 */
export function forEachEdge(
  { nodeCount, offsets, targets, weights }: CompactGraph,
  visit: (source: number, target: number, weight: number) => void,
): void {
  for (let source = 0; source < nodeCount; source++) {
    for (let edge = offsets[source] as number; edge < (offsets[source + 1] as number); edge++)
      visit(source, targets[edge] as number, weights[edge] as number);
  }
}

/** Adds to a number of a typed array. */
export function addTo(sums: Float64Array, place: number, amount: number): void {
  sums[place] = (sums[place] as number) + amount;
}
