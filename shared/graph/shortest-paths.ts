import type { Steps } from '../kit/concurrency/slices.ts';
import type { IncludeNode, LinkGraph } from './link-graph.ts';

export interface ShortestChains {
  /** Links in each chain; 0 from a node to itself. */
  length: number;
  /** Paths from one end to the other, both included, in code-unit order; at most `limit` chains. */
  chains: string[][];
  /** Number of all such chains, up to `Number.MAX_SAFE_INTEGER`. */
  total: number;
}

/** Hops from one end for every node reached, and those reached last. */
interface Search {
  distances: Map<string, number>;
  frontier: string[];
  depth: number;
}

/**
 * All shortest chains between two nodes, links walked either way; null if there are none. A breadth-first search from
 * both ends, the smaller side first, then only along nodes of shortest chains: fast for any vault and any number of
 * chains. Both ends take part regardless of `include`. If the graph changes between two steps, chains may be missing.
 */
export function* shortestChains(
  graph: LinkGraph,
  from: string,
  to: string,
  options: { include?: IncludeNode; limit?: number } = {},
): Steps<ShortestChains | null> {
  const { include, limit = 10 } = options;
  if (!graph.has(from) || !graph.has(to)) return null;
  if (from === to) return { length: 0, chains: [[from]], total: 1 };
  const walkable =
    include === undefined ? undefined : (path: string): boolean => path === from || path === to || include(path);
  const fromSide: Search = { distances: new Map([[from, 0]]), frontier: [from], depth: 0 };
  const toSide: Search = { distances: new Map([[to, 0]]), frontier: [to], depth: 0 };
  const middle = yield* searchUntilMet(graph, fromSide, toSide, walkable);
  if (middle.length === 0) return null;
  const layers = yield* layersOfChains(graph, fromSide, toSide, middle);
  const ways = yield* countWays(graph, layers);
  return { length: layers.length - 1, chains: yield* listChains(graph, layers, limit), total: ways.get(from) ?? 0 };
}

/** Notes that both `a` and `b` link to, in code-unit order. */
export function commonTargets(graph: LinkGraph, a: string, b: string, include?: IncludeNode): string[] {
  const ofB = new Set(graph.outgoing(b));
  return graph.outgoing(a).filter((path) => ofB.has(path) && (include === undefined || include(path)));
}

/** Grows both sides level by level until they share nodes, and returns those; none if one side runs out. */
function* searchUntilMet(graph: LinkGraph, a: Search, b: Search, walkable: IncludeNode | undefined): Steps<string[]> {
  while (a.frontier.length > 0 && b.frontier.length > 0) {
    const [side, other] = a.frontier.length <= b.frontier.length ? [a, b] : [b, a];
    yield* growOneLevel(graph, side, walkable);
    const met = side.frontier.filter((path) => other.distances.has(path));
    if (met.length > 0) return met;
  }
  return [];
}

function* growOneLevel(graph: LinkGraph, side: Search, walkable: IncludeNode | undefined): Steps<void> {
  const next: string[] = [];
  side.depth++;
  for (const path of side.frontier) {
    forEachNeighbour(graph, path, (neighbour) => {
      if (side.distances.has(neighbour) || (walkable !== undefined && !walkable(neighbour))) return;
      side.distances.set(neighbour, side.depth);
      next.push(neighbour);
    });
    yield;
  }
  side.frontier = next;
}

/** The nodes at each place of a shortest chain, from one end to the other. */
function* layersOfChains(
  graph: LinkGraph,
  fromSide: Search,
  toSide: Search,
  middle: readonly string[],
): Steps<Set<string>[]> {
  const layers: Set<string>[] = [new Set(middle)];
  const first = (): Set<string> => layers[0] ?? new Set();
  const last = (): Set<string> => layers[layers.length - 1] ?? new Set();
  for (let depth = fromSide.depth - 1; depth >= 0; depth--)
    layers.unshift(yield* neighboursAt(graph, first(), fromSide.distances, depth));
  for (let depth = toSide.depth - 1; depth >= 0; depth--)
    layers.push(yield* neighboursAt(graph, last(), toSide.distances, depth));
  return layers;
}

function* neighboursAt(
  graph: LinkGraph,
  layer: ReadonlySet<string>,
  distances: ReadonlyMap<string, number>,
  depth: number,
): Steps<Set<string>> {
  const found = new Set<string>();
  for (const path of layer) {
    forEachNeighbour(graph, path, (neighbour) => {
      if (distances.get(neighbour) === depth) found.add(neighbour);
    });
    yield;
  }
  return found;
}

/** For each node on a chain, the number of ways to the end. */
function* countWays(graph: LinkGraph, layers: readonly ReadonlySet<string>[]): Steps<Map<string, number>> {
  const ways = new Map<string, number>();
  for (const path of layers[layers.length - 1] ?? []) ways.set(path, 1);
  for (let place = layers.length - 2; place >= 0; place--) {
    for (const path of layers[place] ?? []) {
      let sum = 0;
      for (const next of stepsOnward(graph, path, layers, place)) sum += ways.get(next) ?? 0;
      ways.set(path, Math.min(sum, Number.MAX_SAFE_INTEGER));
      yield;
    }
  }
  return ways;
}

/**
 * Depth first, in code-unit order. Every node of a layer leads to the end, so nothing is tried in vain. A chain may be
 * thousands of links long, so this does not recur.
 */
function* listChains(graph: LinkGraph, layers: readonly ReadonlySet<string>[], limit: number): Steps<string[][]> {
  const chains: string[][] = [];
  const chain: string[] = [];
  /** For each place of the chain and the one behind it, the nodes left to try there, the next one last. */
  const untried: string[][] = [[...(layers[0] ?? [])]];
  while (untried.length > 0 && chains.length < limit) {
    yield;
    const node = untried[untried.length - 1]?.pop();
    if (node === undefined) {
      untried.pop();
      chain.pop();
      continue;
    }
    chain.push(node);
    if (chain.length < layers.length) {
      untried.push(
        stepsOnward(graph, node, layers, chain.length - 1)
          .sort()
          .reverse(),
      );
      continue;
    }
    chains.push([...chain]);
    chain.pop();
  }
  return chains;
}

function stepsOnward(graph: LinkGraph, path: string, layers: readonly ReadonlySet<string>[], place: number): string[] {
  const onward = layers[place + 1];
  const found = new Set<string>();
  forEachNeighbour(graph, path, (neighbour) => {
    if (onward?.has(neighbour) === true) found.add(neighbour);
  });
  return [...found];
}

function forEachNeighbour(graph: LinkGraph, path: string, visit: (neighbour: string) => void): void {
  graph.forEachOutgoing(path, visit);
  graph.forEachIncoming(path, visit);
}
