import { seededRandom } from '../../kit/random.ts';
import type { BetweennessResult, CompactGraph } from '../graph-types.ts';

/**
 * Nodes and edges to visit, over all sources, before the rest is estimated. Measured:
 * docs/decisions/graph-algorithms.md.
 */
const WORK_LIMIT = 5e8;
const PIVOT_SEED = 2007;

/** Reused for each source, which clears what it leaves behind. */
interface Scratch {
  /** Hops from the source; -1 if not reached. */
  distance: Int32Array;
  /** Number of shortest paths from the source. */
  pathCount: Float64Array;
  dependency: Float64Array;
  /** Nodes in breadth-first order. */
  visited: Uint32Array;
  /** Targets of the edges on shortest paths, grouped by visited node … */
  onward: Uint32Array;
  /** … and where the group of each visited node begins. */
  onwardStart: Uint32Array;
}

/**
 * Betweenness of each node: the share of all shortest paths between other nodes, along the direction of links, that
 * lead through it, normalised once by (n-1)(n-2). Ulrik Brandes, 'A faster algorithm for betweenness centrality', 2001.
 * Beyond `workLimit` it is estimated from random sources, the same ones for the same graph: Brandes and Pich,
 * 'Centrality estimation in large networks', 2007. Takes seconds on large graphs: run it in a worker.
 */
export function betweenness(graph: CompactGraph, workLimit = WORK_LIMIT): BetweennessResult {
  const { nodeCount } = graph;
  const scores = new Float64Array(nodeCount);
  const sources = shuffled(nodesWithLinks(graph));
  const scratch = scratchFor(graph);
  let work = 0;
  let done = 0;
  for (const source of sources) {
    if (work >= workLimit) break;
    work += addDependencies(graph, source, scratch, scores);
    done++;
  }
  const pairs = (nodeCount - 1) * (nodeCount - 2);
  if (pairs > 0 && done > 0) scaleScores(scores, sources.length / done / pairs);
  return { scores, approximate: done < sources.length };
}

/** To shares of all paths. An estimate can overshoot if all sampled paths pass one node, but no share exceeds 1. */
function scaleScores(scores: Float64Array, factor: number): void {
  for (const [node, score] of scores.entries()) scores[node] = Math.min(1, score * factor);
}

/** Paths start only at nodes with links, so only these are searched from or sampled. */
function nodesWithLinks({ nodeCount, offsets }: CompactGraph): Uint32Array {
  const nodes: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    if (offsets[node] !== offsets[node + 1]) nodes.push(node);
  }
  return Uint32Array.from(nodes);
}

/** Fisher–Yates, seeded: any head of the result is a fair sample. */
function shuffled(nodes: Uint32Array): Uint32Array {
  const random = seededRandom(PIVOT_SEED);
  for (let place = 0; place < nodes.length; place++) {
    const pick = place + random.below(nodes.length - place);
    const picked = nodes[pick] as number;
    nodes[pick] = nodes[place] as number;
    nodes[place] = picked;
  }
  return nodes;
}

function scratchFor({ nodeCount, targets }: CompactGraph): Scratch {
  return {
    distance: new Int32Array(nodeCount).fill(-1),
    pathCount: new Float64Array(nodeCount),
    dependency: new Float64Array(nodeCount),
    visited: new Uint32Array(nodeCount),
    onward: new Uint32Array(targets.length),
    onwardStart: new Uint32Array(nodeCount + 1),
  };
}

/** Adds one source's part: a breadth-first search, then dependencies back from its far end. Returns the work done. */
function addDependencies(graph: CompactGraph, source: number, scratch: Scratch, scores: Float64Array): number {
  const { distance, pathCount, dependency, visited, onward, onwardStart } = scratch;
  const { reached, edges } = countPaths(graph, source, scratch);
  for (let place = reached - 1; place >= 0; place--) {
    const node = visited[place] as number;
    let sum = 0;
    for (let edge = onwardStart[place] as number, end = onwardStart[place + 1] as number; edge < end; edge++) {
      const target = onward[edge] as number;
      sum += (1 + (dependency[target] as number)) / (pathCount[target] as number);
    }
    dependency[node] = sum * (pathCount[node] as number);
    if (place > 0) scores[node] = (scores[node] as number) + (dependency[node] as number);
  }
  for (let place = 0; place < reached; place++) {
    const node = visited[place] as number;
    distance[node] = -1;
    pathCount[node] = 0;
  }
  return reached + edges;
}

/** Counts the shortest paths to each node by breadth-first search, and keeps the edges they use. */
function countPaths(
  { offsets, targets }: CompactGraph,
  source: number,
  scratch: Scratch,
): { reached: number; edges: number } {
  const { distance, pathCount, visited, onward, onwardStart } = scratch;
  let reached = 1;
  let kept = 0;
  let edges = 0;
  visited[0] = source;
  distance[source] = 0;
  pathCount[source] = 1;
  for (let place = 0; place < reached; place++) {
    const node = visited[place] as number;
    const hops = (distance[node] as number) + 1;
    const paths = pathCount[node] as number;
    const end = offsets[node + 1] as number;
    onwardStart[place] = kept;
    for (let edge = offsets[node] as number; edge < end; edge++) {
      const target = targets[edge] as number;
      const known = distance[target] as number;
      if (known !== -1 && known !== hops) continue;
      if (known === -1) {
        distance[target] = hops;
        visited[reached++] = target;
      }
      pathCount[target] = (pathCount[target] as number) + paths;
      onward[kept++] = target;
    }
    edges += end - (offsets[node] as number);
  }
  onwardStart[reached] = kept;
  return { reached, edges };
}
