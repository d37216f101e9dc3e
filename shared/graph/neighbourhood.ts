import type { GraphEdge } from './graph-types.ts';
import { BestSoFar } from '../kit/best.ts';
import { visitSteps } from '../kit/concurrency/long-lists.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { IncludeNode, LinkGraph } from './link-graph.ts';

/** The nodes exactly `hop` links from the root, in either direction. */
export interface HopPaths {
  hop: number;
  /** Linked from a node one hop nearer. */
  outgoing: ReadonlySet<string>;
  /** Linking to a node one hop nearer. A node can be in both. */
  incoming: ReadonlySet<string>;
}

/** A hop cut to its best nodes; lists are best first. */
export interface BestOfHop {
  hop: number;
  outgoing: string[];
  incoming: string[];
  /** The nodes of either list, best first. */
  paths: string[];
  /** How many there were before the cut. */
  total: number;
}

/** Which of two nodes comes first; never 0 for different ones. */
export type CompareNodes = (a: string, b: string) => number;

export interface SubgraphPaths {
  /** The root (hop 0) and its neighbourhood, by hop, then best first. */
  nodes: { path: string; hop: number }[];
  /** Every edge among the nodes, by source, then target. */
  edges: GraphEdge[];
  /** Nodes before the cut, the root included; `hops` has those of each hop. */
  total: number;
  hops: { hop: number; total: number }[];
}

/**
 * The neighbourhood of `root` up to `depth` hops, nearest first, ending before an empty hop. Nodes that `include`
 * refuses are neither listed nor walked through.
 */
export function* neighbourhood(
  graph: LinkGraph,
  root: string,
  depth: number,
  include?: IncludeNode,
): Steps<HopPaths[]> {
  const hops: HopPaths[] = [];
  const seen = new Set([root]);
  let frontier: Iterable<string> = [root];
  for (let hop = 1; hop <= depth; hop++) {
    const outgoing = new Set<string>();
    const incoming = new Set<string>();
    yield* visitSteps(frontier, (path) => {
      graph.forEachOutgoing(path, (target) => {
        if (!seen.has(target)) outgoing.add(target);
      });
      graph.forEachIncoming(path, (source) => {
        if (!seen.has(source)) incoming.add(source);
      });
    });
    if (include !== undefined) {
      yield* dropRefused(outgoing, include);
      yield* dropRefused(incoming, include);
    }
    const reached = new Set([...outgoing, ...incoming]);
    if (reached.size === 0) break;
    for (const path of reached) seen.add(path);
    hops.push({ hop, outgoing, incoming });
    frontier = reached;
  }
  return hops;
}

/** The best `limit` nodes of each hop. */
export function* bestOfHops(hops: readonly HopPaths[], limit: number, compare: CompareNodes): Steps<BestOfHop[]> {
  const found: BestOfHop[] = [];
  for (const { hop, outgoing, incoming } of hops) {
    const all = new Set([...outgoing, ...incoming]);
    const best = new BestSoFar(limit, compare);
    yield* visitSteps(all, (path) => best.add(path));
    const paths = best.sorted();
    found.push({
      hop,
      outgoing: paths.filter((path) => outgoing.has(path)),
      incoming: paths.filter((path) => incoming.has(path)),
      paths,
      total: all.size,
    });
  }
  return found;
}

/**
 * The neighbourhood of `root` as nodes and all edges among them, nearest and best first: at most `limit.nodes` in all,
 * the root included, and `limit.perHop` for each hop. Walks and filters as {@link neighbourhood} does.
 */
export function* subgraphAround(
  graph: LinkGraph,
  root: string,
  depth: number,
  include: IncludeNode | undefined,
  { limit, compare }: { limit: { nodes: number; perHop: number }; compare: CompareNodes },
): Steps<SubgraphPaths> {
  const reached = yield* neighbourhood(graph, root, depth, include);
  const hops = yield* bestOfHops(reached, limit.perHop, compare);
  const nodes = [
    { path: root, hop: 0 },
    ...hops.flatMap(({ hop, paths }) => paths.map((path) => ({ path, hop }))),
  ].slice(0, limit.nodes);
  return {
    nodes,
    edges: edgesAmong(
      graph,
      nodes.map(({ path }) => path),
    ),
    total: 1 + hops.reduce((sum, { total }) => sum + total, 0),
    hops: hops.map(({ hop, total }) => ({ hop, total })),
  };
}

function edgesAmong(graph: LinkGraph, paths: readonly string[]): GraphEdge[] {
  const members = new Set(paths);
  const edges: GraphEdge[] = [];
  for (const source of [...members].sort()) {
    const own: GraphEdge[] = [];
    graph.forEachOutgoing(source, (target, count) => {
      if (members.has(target)) own.push({ source, target, count });
    });
    own.sort((a, b) => compareCodeUnits(a.target, b.target));
    edges.push(...own);
  }
  return edges;
}

function* dropRefused(paths: Set<string>, include: IncludeNode): Steps<void> {
  yield* visitSteps(paths, (path) => {
    if (!include(path)) paths.delete(path);
  });
}
