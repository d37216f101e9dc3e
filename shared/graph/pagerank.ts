import { runSteps, type Steps } from '../kit/concurrency/slices.ts';
import type { CompactGraph } from './graph-types.ts';

const DAMPING = 0.85;
/**
 * The scores are stable once all changes of a round add up to less. Far below what four digits show in a large vault.
 */
const TOLERANCE = 1e-9;
/** Each round shrinks the change by at least the damping, so about 130 rounds always suffice. */
const MAX_ROUNDS = 200;

/** {@link pageRankSteps}, run at once. */
export function pageRank(graph: CompactGraph): Float64Array {
  return runSteps(pageRankSteps(graph));
}

/**
 * PageRank of each node by number; the scores add up to 1. A note shares its score evenly among the notes it links to,
 * however often; a note without links shares with all. Power iteration that can pause after each round. Brin and Page,
 * 'The anatomy of a large-scale hypertextual web search engine', 1998.
 */
export function* pageRankSteps(graph: CompactGraph): Steps<Float64Array> {
  const { nodeCount, offsets, targets } = graph;
  let scores = new Float64Array(nodeCount).fill(1 / nodeCount);
  let next = new Float64Array(nodeCount);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let unlinked = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (offsets[node] === offsets[node + 1]) unlinked += scores[node] as number;
    }
    next.fill((1 - DAMPING + DAMPING * unlinked) / nodeCount);
    for (let node = 0; node < nodeCount; node++) {
      const start = offsets[node] as number;
      const end = offsets[node + 1] as number;
      const share = (DAMPING * (scores[node] as number)) / (end - start);
      for (let edge = start; edge < end; edge++) {
        const target = targets[edge] as number;
        next[target] = (next[target] as number) + share;
      }
    }
    let change = 0;
    for (let node = 0; node < nodeCount; node++) change += Math.abs((next[node] as number) - (scores[node] as number));
    [scores, next] = [next, scores];
    if (change < TOLERANCE) break;
    yield;
  }
  return scores;
}
