import type { GraphCompute } from '../../graph/compute/graph-compute.ts';
import type { CompactGraph, StoredThemes, ThemeNote } from '../../graph/graph-types.ts';
import { themesSteps } from '../../graph/themes/themes.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';

/** Where circles are, by their ids. */
export type Places = Record<string, [x: number, y: number]>;

/** Themes of a graph as circles. */
export interface Circles {
  themes: StoredThemes;
  places: Places;
  radii: Record<string, number>;
  /** Weights of the ties of each circle with others, strongest first. */
  ties: Record<string, [id: string, weight: number][]>;
  /** Keys of the nodes in no circle. */
  rest: string[];
}

export interface CirclesInput {
  graph: CompactGraph;
  keys: readonly string[];
  noteAt: (key: string) => ThemeNote | undefined;
  previous?: Pick<Circles, 'themes' | 'places'> | undefined;
  compute: GraphCompute;
  slicer: Slicer;
}

export const UNSORTED = 'unsorted';
const MOST_CIRCLES = 100;
const RADIUS = 10;
const MOST_TIES = 12;
const RESOLUTION = 1;

/** Finds the themes of a graph and places them, where they were before if there were any. */
export async function circlesOf({ graph, keys, noteAt, previous, compute, slicer }: CirclesInput): Promise<Circles> {
  const communities = await compute.communities(graph, RESOLUTION);
  const all = await slicer.run(
    themesSteps({ graph, keys, communities, resolution: RESOLUTION, noteAt, previous: previous?.themes }),
  );
  const themes: StoredThemes = { ...all, clusters: all.clusters.slice(0, MOST_CIRCLES) };
  const circleOf = new Map(themes.clusters.flatMap(({ members }, i) => members.map((key) => [key, i] as const)));
  const rest = keys.filter((key) => !circleOf.has(key) && noteAt(key) !== undefined);
  const ids = [...themes.clusters.map(({ id }) => id), ...(rest.length === 0 ? [] : [UNSORTED])];
  const sizes = themes.clusters.map(({ members }) => members.filter((key) => noteAt(key) !== undefined).length);
  const radii = [...sizes, rest.length].slice(0, ids.length).map((size) => RADIUS * Math.sqrt(size));
  const weights = tiesAmong(graph, keys, circleOf);
  const pairs = [...weights].flatMap(([a, row]) =>
    [...row].flatMap(([b, weight]) => (a < b ? [{ a, b, weight }] : [])),
  );
  const placed = await compute.layout({
    radii: Float64Array.from(radii),
    before: Float64Array.from(ids.flatMap((id) => previous?.places[id] ?? [NaN, NaN])),
    ties: Uint32Array.from(pairs.flatMap(({ a, b }) => [a, b])),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
  });
  const tiesOf = (i: number): [string, number][] =>
    [...(weights.get(i) ?? [])]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_TIES)
      .map(([other, weight]) => [ids[other] ?? '', weight]);
  return {
    themes,
    rest,
    places: Object.fromEntries(ids.map((id, i) => [id, [placed[2 * i] ?? 0, placed[2 * i + 1] ?? 0]])),
    radii: Object.fromEntries(ids.map((id, i) => [id, radii[i] ?? 0])),
    ties: Object.fromEntries(ids.map((id, i) => [id, tiesOf(i)])),
  };
}

/** How strongly circles are tied, either way, by their numbers. */
function tiesAmong(
  { nodeCount, offsets, targets, weights }: CompactGraph,
  keys: readonly string[],
  circleOf: ReadonlyMap<string, number>,
): Map<number, Map<number, number>> {
  const ties = new Map<number, Map<number, number>>();
  const add = (a: number, b: number, weight: number): void => {
    const row = ties.get(a) ?? new Map<number, number>();
    ties.set(a, row.set(b, (row.get(b) ?? 0) + weight));
  };
  for (let node = 0; node < nodeCount; node++) {
    const from = circleOf.get(keys[node] ?? '');
    if (from === undefined) continue;
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++) {
      const to = circleOf.get(keys[targets[edge] as number] ?? '');
      if (to === undefined || to === from) continue;
      add(from, to, weights[edge] as number);
      add(to, from, weights[edge] as number);
    }
  }
  return ties;
}
