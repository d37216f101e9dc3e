import type { GraphCompute } from '../../graph/compute/graph-compute.ts';
import type { KeyedCompactGraph } from '../../graph/link-graph.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { MapDot } from '../../protocol/schemas/map.ts';
import type { DotPlaces } from './inner-levels.ts';
import { partOf } from './map-graph.ts';
import { byName } from './map-notes.ts';

export interface DotParts {
  compute: GraphCompute;
  slicer: Slicer;
  /** What a key is shown as; empty for one that is not shown. */
  refsOf: (key: string) => { path: string; title: string }[];
  /** Where they were before. */
  previous: DotPlaces | undefined;
}

/**
 * Notes as dots, each with the others that it is linked with, laid out by these links: those with the most first, and
 * those with as many in the order of names. If the same notes were shown before, with as many links, they stay there.
 */
export async function dotsOf(
  links: KeyedCompactGraph,
  members: readonly string[],
  { compute, slicer, refsOf, previous }: DotParts,
): Promise<{ dots: MapDot[]; places: DotPlaces }> {
  const { keys, nodes } = nodesOf(links, members);
  const graph = await slicer.run(partOf(links.graph, nodes));
  const ties: Set<number>[] = keys.map(() => new Set());
  for (let node = 0; node < keys.length; node++)
    for (let edge = graph.offsets[node] as number; edge < (graph.offsets[node + 1] as number); edge++) {
      ties[node]?.add(graph.targets[edge] as number);
      ties[graph.targets[edge] as number]?.add(node);
    }
  const radii = ties.map(({ size }) => 4 + Math.min(8, Math.sqrt(size)));
  const pairs = ties.flatMap((others, a) => [...others].filter((b) => a < b).map((b) => [a, b]));
  const before = Float64Array.from(keys.flatMap((key) => previous?.[key]?.slice(0, 2) ?? [NaN, NaN]));
  const isSame =
    Object.keys(previous ?? {}).length === keys.length && keys.every((key, i) => previous?.[key]?.[2] === radii[i]);
  const placed = isSame
    ? before
    : await compute.layout({
        radii: Float64Array.from(radii),
        before,
        ties: Uint32Array.from(pairs.flat()),
        weights: new Float64Array(pairs.length).fill(1),
      });
  const dots = keys.flatMap((key, i) =>
    refsOf(key).map((ref) => ({
      ...ref,
      x: placed[2 * i] ?? 0,
      y: placed[2 * i + 1] ?? 0,
      radius: radii[i] ?? 0,
      ties: [...(ties[i] ?? [])].map((other) => keys[other] ?? ''),
    })),
  );
  return {
    dots: dots.sort((a, b) => b.ties.length - a.ties.length || byName(a, b)),
    places: Object.fromEntries(
      keys.map((key, i) => [key, [placed[2 * i] ?? 0, placed[2 * i + 1] ?? 0, radii[i] ?? 0]]),
    ),
  };
}

/** Those of the keys that the map has, and their numbers there. */
export function nodesOf(links: KeyedCompactGraph, members: readonly string[]): { keys: string[]; nodes: number[] } {
  const numbers = new Map(links.keys.map((key, number) => [key, number]));
  const keys = members.filter((key) => numbers.has(key));
  return { keys, nodes: keys.map((key) => numbers.get(key) as number) };
}
