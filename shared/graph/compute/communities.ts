import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import { seededRandom } from '../../kit/random.ts';
import { NO_COMMUNITY, type Communities, type CompactGraph } from '../graph-types.ts';

const SEED = 2008;

/** Links between two nodes, in either direction, weighted by their number. */
type Projection = UndirectedGraph<Record<string, never>, { weight: number }>;

/**
 * Communities of densely linked nodes, largest first (ties: the one with the lowest node number). Louvain over the links
 * of both directions together, seeded, so that the same graph always gives the same communities; a `resolution` above 1
 * gives more and finer ones. Nodes without links belong to none ({@link NO_COMMUNITY}). `modularity` is Newman's, at
 * resolution 1 regardless of the resolution used, for comparison. Blondel et al., 'Fast unfolding of communities
 * in large networks', 2008. May run for seconds on large graphs: for a worker.
 */
export function communities(graph: CompactGraph, resolution = 1): Communities {
  const assignment = new Uint32Array(graph.nodeCount).fill(NO_COMMUNITY);
  const projection = undirectedProjection(graph);
  if (projection.size === 0) return { assignment, count: 0, modularity: 0 };
  const found = louvain(projection, { resolution, rng: seededRandom(SEED).next });
  const count = numberBySize(assignment, found);
  return { assignment, count, modularity: modularity(graph, assignment, count) };
}

function undirectedProjection({ nodeCount, offsets, targets, weights }: CompactGraph): Projection {
  const projection: Projection = new UndirectedGraph();
  const linked = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++)
      linked[node] = linked[targets[edge] as number] = 1;
  }
  for (let node = 0; node < nodeCount; node++) {
    if (linked[node] === 1) projection.addNode(node);
  }
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++) {
      const weight = weights[edge] as number;
      projection.updateEdge(node, targets[edge] as number, (known) => ({ weight: (known.weight ?? 0) + weight }));
    }
  }
  return projection;
}

/** Writes the communities' final numbers into `assignment`; returns how many there are. */
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

/** Newman's modularity: the share of links inside communities, minus the share expected by chance. */
function modularity(
  { nodeCount, offsets, targets, weights }: CompactGraph,
  assignment: Uint32Array,
  count: number,
): number {
  const inside = new Float64Array(count);
  const degrees = new Float64Array(count);
  let total = 0;
  for (let node = 0; node < nodeCount; node++) {
    const own = assignment[node] as number;
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++) {
      const other = assignment[targets[edge] as number] as number;
      const weight = weights[edge] as number;
      total += weight;
      degrees[own] = (degrees[own] as number) + weight;
      degrees[other] = (degrees[other] as number) + weight;
      if (own === other) inside[own] = (inside[own] as number) + weight;
    }
  }
  let sum = 0;
  for (let community = 0; community < count; community++) {
    sum += (inside[community] as number) / total - ((degrees[community] as number) / (2 * total)) ** 2;
  }
  return sum;
}
