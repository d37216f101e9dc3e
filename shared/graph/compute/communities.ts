import louvain from 'graphology-communities-louvain';
import { seededRandom } from '../../kit/random.ts';
import { addTo, forEachEdge } from './edges.ts';
import { undirected } from './undirected.ts';
import { NO_COMMUNITY, type Communities, type CompactGraph } from '../graph-types.ts';

const SEED = 2008;

/**
 * Communities of densely linked nodes, largest first (ties: lowest node number). Louvain over links in both directions,
 * seeded, so that a graph always gives the same result; a `resolution` above 1 gives more and finer ones. Nodes without
 * links belong to none ({@link NO_COMMUNITY}). `modularity` is Newman's at resolution 1, for comparison. Blondel et
 * al., 'Fast unfolding of communities in large networks', 2008. May take seconds on large graphs: run it in a worker.
 */
export function communities(graph: CompactGraph, resolution = 1): Communities {
  const assignment = new Uint32Array(graph.nodeCount).fill(NO_COMMUNITY);
  const { graph: links, weightOf } = undirected(graph);
  if (links.size === 0) return { assignment, count: 0, modularity: 0 };
  const found = louvain(links, { resolution, rng: seededRandom(SEED).next, getEdgeWeight: weightOf });
  const count = numberBySize(assignment, found);
  return { assignment, count, modularity: modularity(graph, assignment, count) };
}

/** Numbers the communities in `assignment`; returns how many there are. */
function numberBySize(assignment: Uint32Array, found: Record<string, number>): number {
  const members = new Map<number, number[]>();
  for (const [node, community] of Object.entries(found)) {
    const list = members.get(community);
    if (list === undefined) members.set(community, [Number(node)]);
    else list.push(Number(node));
  }
  const lowest = (nodes: readonly number[]): number => nodes.reduce((a, b) => Math.min(a, b));
  const ordered = [...members.values()].map((nodes) => ({ nodes, lowest: lowest(nodes) }));
  ordered.sort((a, b) => b.nodes.length - a.nodes.length || a.lowest - b.lowest);
  for (const [number, { nodes }] of ordered.entries()) {
    for (const node of nodes) assignment[node] = number;
  }
  return ordered.length;
}

/** Newman's: the share of links inside communities, minus the share expected by chance. */
function modularity(graph: CompactGraph, assignment: Uint32Array, count: number): number {
  const inside = new Float64Array(count);
  const degrees = new Float64Array(count);
  let total = 0;
  forEachEdge(graph, (source, target, weight) => {
    const own = assignment[source] as number;
    const other = assignment[target] as number;
    total += weight;
    addTo(degrees, own, weight);
    addTo(degrees, other, weight);
    if (own === other) addTo(inside, own, weight);
  });
  return inside.reduce(
    (sum, links, community) => sum + links / total - ((degrees[community] as number) / (2 * total)) ** 2,
    0,
  );
}
