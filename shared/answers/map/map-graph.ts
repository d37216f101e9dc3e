import type { CompactGraph } from '../../graph/graph-types.ts';
import type { KeyedCompactGraph } from '../../graph/link-graph.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { Neighbour } from './note-neighbours.ts';

/** What a neighbour by meaning counts for, compared with a link. */
const MEANING_WEIGHT = 0.5;
const NODES_A_STEP = 256;

/** The links among some nodes, and half an edge to each of their neighbours by meaning. */
export function* withNeighbours(
  { graph, keys }: KeyedCompactGraph,
  neighboursOf: (key: string) => readonly Neighbour[],
): Steps<CompactGraph> {
  const numbers = new Map(keys.map((key, number) => [key, number]));
  return yield* compactOf(keys.length, (node) => {
    const row = new Map<number, number>();
    for (let edge = graph.offsets[node] as number; edge < (graph.offsets[node + 1] as number); edge++)
      row.set(graph.targets[edge] as number, graph.weights[edge] as number);
    for (const { path, score } of neighboursOf(keys[node] ?? '')) {
      const other = numbers.get(path);
      if (other !== undefined) row.set(other, (row.get(other) ?? 0) + MEANING_WEIGHT * score);
    }
    return row;
  });
}

/** The part of a graph among some of its nodes, by their numbers. */
export function* partOf(graph: CompactGraph, nodes: readonly number[]): Steps<CompactGraph> {
  const places = new Map(nodes.map((node, place) => [node, place]));
  return yield* compactOf(nodes.length, (place) => {
    const node = nodes[place] as number;
    const row = new Map<number, number>();
    for (let edge = graph.offsets[node] as number; edge < (graph.offsets[node + 1] as number); edge++) {
      const target = places.get(graph.targets[edge] as number);
      if (target !== undefined) row.set(target, graph.weights[edge] as number);
    }
    return row;
  });
}

function* compactOf(nodeCount: number, rowOf: (node: number) => ReadonlyMap<number, number>): Steps<CompactGraph> {
  const offsets = new Uint32Array(nodeCount + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    for (const [target, weight] of [...rowOf(node)].sort(([a], [b]) => a - b)) {
      targets.push(target);
      weights.push(weight);
    }
    offsets[node + 1] = targets.length;
    if (node % NODES_A_STEP === NODES_A_STEP - 1) yield;
  }
  return { nodeCount, offsets, targets: Uint32Array.from(targets), weights: Float32Array.from(weights) };
}
