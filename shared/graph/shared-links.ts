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
 * The nodes that share neighbours with one, links taken either way, best first; ties by key. `isShown` says which neighbours may be
 * named, `isWanted` which nodes are looked for. Adamic and Adar, 'Friends and neighbors on the Web', 2003.
 */
export function sharedLinks(
  graph: LinkGraph,
  key: string,
  isShown: (key: string) => boolean,
  isWanted: (key: string) => boolean,
): SharedLinks[] {
  const found = new Map<string, { score: number; through: { via: string; weight: number }[] }>();
  for (const via of neighboursOf(graph, key)) {
    const around = graph.inDegree(via) + graph.outDegree(via);
    if (around < 2 || around > MOST_NEIGHBOURS || !isShown(via)) continue;
    const others = neighboursOf(graph, via);
    const weight = 1 / Math.log(Math.max(2, others.size));
    for (const other of others) {
      if (other === key) continue;
      const known = found.get(other);
      if (known === undefined) found.set(other, { score: weight, through: [{ via, weight }] });
      else {
        known.score += weight;
        known.through.push({ via, weight });
      }
    }
  }
  return [...found]
    .filter(([other]) => isWanted(other))
    .map(([other, { score, through }]) => ({
      key: other,
      score,
      through: through.sort((a, b) => b.weight - a.weight || (a.via < b.via ? -1 : 1)).map(({ via }) => via),
    }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

/** The nodes linked with this one, either way. */
export function neighboursOf(graph: LinkGraph, key: string): Set<string> {
  const neighbours = new Set<string>();
  graph.forEachOutgoing(key, (target) => neighbours.add(target));
  graph.forEachIncoming(key, (source) => neighbours.add(source));
  return neighbours;
}
