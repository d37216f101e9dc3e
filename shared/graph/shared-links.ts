import { filterSteps } from '../kit/concurrency/long-lists.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { firstSorted } from '../kit/concurrency/sorted.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { LinkGraph } from './link-graph.ts';

/** What two nodes of the link graph have in common. */
export interface SharedLinks {
  key: string;
  /** Adamic–Adar: the sum over shared neighbours, those with few links counting more. */
  score: number;
  /** The shared neighbours, those that say most first. */
  through: string[];
}

/** What has more neighbours than this connects everything, and so says nothing. */
const MOST_NEIGHBOURS = 2_000;

/**
 * The first `limit` nodes that share neighbours with one, links taken either way, best first; ties by key. `isShown`
 * says which neighbours may be named, `isWanted` which nodes are looked for. Adamic and Adar, 'Friends and neighbors on
 * the Web', 2003.
 */
export function* sharedLinks(
  graph: LinkGraph,
  key: string,
  {
    isShown,
    isWanted,
    limit,
  }: { isShown: (key: string) => boolean; isWanted: (key: string) => boolean; limit: number },
): Steps<SharedLinks[]> {
  const weights = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const via of neighboursOf(graph, key)) {
    const around = graph.inDegree(via) + graph.outDegree(via);
    if (around < 2 || around > MOST_NEIGHBOURS || !isShown(via)) continue;
    const others = neighboursOf(graph, via);
    const weight = 1 / Math.log(Math.max(2, others.size));
    weights.set(via, weight);
    for (const other of others) if (other !== key) scores.set(other, (scores.get(other) ?? 0) + weight);
    yield;
  }
  const wanted = yield* filterSteps(scores, ([other]) => isWanted(other));
  const first = yield* firstSorted(wanted, (a, b) => b[1] - a[1] || compareCodeUnits(a[0], b[0]), limit);
  const found: SharedLinks[] = [];
  for (const [other, score] of first) {
    found.push({ key: other, score, through: sharedBy(neighboursOf(graph, other), weights) });
    yield;
  }
  return found;
}

/** Those of the neighbours that have a weight, the heaviest first. */
function sharedBy(neighbours: ReadonlySet<string>, weights: ReadonlyMap<string, number>): string[] {
  const shared: [via: string, weight: number][] = [];
  for (const via of neighbours) {
    const weight = weights.get(via);
    if (weight !== undefined) shared.push([via, weight]);
  }
  return shared.sort((a, b) => b[1] - a[1] || compareCodeUnits(a[0], b[0])).map(([via]) => via);
}

/** The nodes linked with this one, either way. */
export function neighboursOf(graph: LinkGraph, key: string): Set<string> {
  const neighbours = new Set<string>();
  graph.forEachOutgoing(key, (target) => neighbours.add(target));
  graph.forEachIncoming(key, (source) => neighbours.add(source));
  return neighbours;
}
