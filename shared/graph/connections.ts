import type { GraphEdge } from './graph-types.ts';
import type { IncludeNode, LinkGraph } from './link-graph.ts';

/** The nodes whose shortest way from the root, walking links either way, has `hop` links. Paths in code-unit order. */
export interface HopPaths {
  hop: number;
  /** Linked to by a node one hop nearer. */
  outgoing: string[];
  /** Linking to a node one hop nearer. A node can be in both lists. */
  incoming: string[];
}

export interface SubgraphPaths {
  /** The root (hop 0) and its neighbourhood, by hop, then path. */
  nodes: { path: string; hop: number }[];
  /** Every edge among the nodes, by source, then target. */
  edges: GraphEdge[];
}

/**
 * The neighbourhood of `root` to `depth` hops, nearest first; a hop without nodes ends the list. Nodes that `include`
 * refuses are neither listed nor walked through.
 */
export function neighbourhood(graph: LinkGraph, root: string, depth: number, include?: IncludeNode): HopPaths[] {
  const hops: HopPaths[] = [];
  const seen = new Set([root]);
  let frontier: Iterable<string> = [root];
  for (let hop = 1; hop <= depth; hop++) {
    const outgoing = new Set<string>();
    const incoming = new Set<string>();
    for (const path of frontier) {
      graph.forEachOutgoing(path, (target) => {
        if (!seen.has(target)) outgoing.add(target);
      });
      graph.forEachIncoming(path, (source) => {
        if (!seen.has(source)) incoming.add(source);
      });
    }
    if (include !== undefined) {
      dropRefused(outgoing, include);
      dropRefused(incoming, include);
    }
    const reached = new Set([...outgoing, ...incoming]);
    if (reached.size === 0) break;
    for (const path of reached) seen.add(path);
    hops.push({ hop, outgoing: [...outgoing].sort(), incoming: [...incoming].sort() });
    frontier = reached;
  }
  return hops;
}

/** The neighbourhood of `root` as nodes and all edges among them; same walk and same filter as {@link neighbourhood}. */
export function subgraphAround(graph: LinkGraph, root: string, depth: number, include?: IncludeNode): SubgraphPaths {
  const nodes = [{ path: root, hop: 0 }];
  for (const { hop, outgoing, incoming } of neighbourhood(graph, root, depth, include)) {
    const paths = [...new Set([...outgoing, ...incoming])].sort();
    for (const path of paths) nodes.push({ path, hop });
  }
  return { nodes, edges: edgesAmong(graph, nodes.map(({ path }) => path)) };
}

function edgesAmong(graph: LinkGraph, paths: readonly string[]): GraphEdge[] {
  const members = new Set(paths);
  const edges: GraphEdge[] = [];
  for (const source of [...members].sort()) {
    for (const target of graph.outgoing(source)) {
      if (members.has(target)) edges.push({ source, target, count: graph.linkCount(source, target) });
    }
  }
  return edges;
}

function dropRefused(paths: Set<string>, include: IncludeNode): void {
  for (const path of paths) {
    if (!include(path)) paths.delete(path);
  }
}
