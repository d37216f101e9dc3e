import { fnvHash } from '../../kit/text/fnv-hash.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import {
  NO_COMMUNITY,
  type Communities,
  type CompactGraph,
  type StoredCluster,
  type StoredThemes,
  type ThemeNote,
} from '../graph-types.ts';
import { addTo, forEachEdge } from '../compute/edges.ts';
import { labelSteps, type LabelInput } from './theme-labels.ts';

export interface ThemesInput {
  graph: CompactGraph;
  /** Path of each node number. */
  keys: readonly string[];
  communities: Communities;
  /** At which the communities were computed. */
  resolution: number;
  /** Facts of the note at a path; undefined for a stub. */
  noteAt: (path: string) => ThemeNote | undefined;
  /** The themes so far: ids and labels that still fit are kept. */
  previous?: StoredThemes | undefined;
}

/** Fewest notes of a theme, not counting stubs. */
const MIN_NOTES = 2;
const HUBS = 3;

/**
 * Themes from communities, largest first, each with a label, members sorted by their links inside it, and its old id if
 * more than half of the members stayed. Communities of fewer than two notes are left out.
 */
export function* themesSteps(input: ThemesInput): Steps<StoredThemes> {
  const { keys, communities, previous, resolution } = input;
  const notes: (ThemeNote | undefined)[] = [];
  for (const key of keys) {
    notes.push(input.noteAt(key));
    yield;
  }
  const degrees = degreesInside(input.graph, communities.assignment);
  yield;
  const degreeOf = (node: number): number => degrees[node] ?? 0;
  const clusters = membersOf(communities)
    .map((nodes) => nodes.sort((a, b) => degreeOf(b) - degreeOf(a) || a - b))
    .filter((nodes) => nodes.filter((node) => notes[node] !== undefined).length >= MIN_NOTES);
  yield;
  const hubs = hubsOf(input, clusters, degreeOf, notes);
  yield;
  const members = clusters.map((nodes) => nodes.map((node) => pathOf(keys, node)));
  const kept = matchPrevious(members, previous?.clusters ?? [], new Set(keys));
  yield;
  const labelInputs = clusters.map((nodes, number): LabelInput => {
    const before = kept[number];
    return {
      notes: nodes.map((node) => notes[node]).filter((note) => note !== undefined),
      hubs: hubs[number] ?? [],
      ...(before === undefined ? {} : { previousLabel: before.label }),
    };
  });
  const labels = yield* labelSteps(
    labelInputs,
    notes.filter((note) => note !== undefined),
  );
  const ids = assignIds(members, kept);
  return {
    resolution,
    modularity: communities.modularity,
    clusters: members.map((paths, number) => ({ id: ids[number] ?? '', label: labels[number] ?? '', members: paths })),
  };
}

function membersOf({ assignment, count }: Communities): number[][] {
  const members = Array.from({ length: count }, (): number[] => []);
  for (const [node, community] of assignment.entries()) {
    if (community !== NO_COMMUNITY) members[community]?.push(node);
  }
  return members;
}

/** For each node, its links with its own community, in both directions. */
function degreesInside(graph: CompactGraph, assignment: Uint32Array): Float64Array {
  const degrees = new Float64Array(graph.nodeCount);
  forEachEdge(graph, (source, target, weight) => {
    if (assignment[source] !== assignment[target]) return;
    addTo(degrees, source, weight);
    addTo(degrees, target, weight);
  });
  return degrees;
}

/**
 * The first members of each cluster. Their score is how well their neighbours match the cluster (F2, as a hub may well
 * have neighbours elsewhere), less if they have few of the cluster's links: where all notes link to each other, none
 * represents the rest.
 */
function hubsOf(
  { graph, keys, communities }: ThemesInput,
  clusters: readonly (readonly number[])[],
  degreeOf: (node: number) => number,
  notes: readonly (ThemeNote | undefined)[],
): LabelInput['hubs'][] {
  const candidates = clusters.map((nodes) => nodes.slice(0, HUBS));
  const neighbours = neighboursOf(graph, candidates.flat());
  return clusters.map((nodes, cluster) => {
    const links = nodes.reduce((sum, node) => sum + degreeOf(node), 0) / 2;
    return (candidates[cluster] ?? []).map((hub) => {
      const around = neighbours.get(hub) ?? new Set();
      const inside = [...around].filter((node) => communities.assignment[node] === communities.assignment[hub]).length;
      const fit = (5 * inside) / (around.size + 4 * nodes.length);
      return {
        title: notes[hub]?.title ?? fileName(pathOf(keys, hub)),
        score: fit * (0.6 + (0.4 * degreeOf(hub)) / links),
      };
    });
  });
}

/** Each of the given nodes with those linked to it, in either direction. */
function neighboursOf(graph: CompactGraph, nodes: readonly number[]): Map<number, Set<number>> {
  const neighbours = new Map(nodes.map((node) => [node, new Set([node])]));
  forEachEdge(graph, (source, target) => {
    neighbours.get(source)?.add(target);
    neighbours.get(target)?.add(source);
  });
  return neighbours;
}

/**
 * The earlier cluster that each new one continues: it has more than half of the members that still exist. The most
 * similar pair goes first; each is used once.
 */
function matchPrevious(
  members: readonly (readonly string[])[],
  previous: readonly StoredCluster[],
  existing: ReadonlySet<string>,
): (StoredCluster | undefined)[] {
  const clusterOf = new Map(members.flatMap((paths, number) => paths.map((path) => [path, number] as const)));
  const pairs: { now: number; before: StoredCluster; likeness: number }[] = [];
  for (const before of previous) {
    const living = before.members.filter((path) => existing.has(path));
    const shared = new Map<number, number>();
    for (const path of living) {
      const now = clusterOf.get(path);
      if (now !== undefined) shared.set(now, (shared.get(now) ?? 0) + 1);
    }
    for (const [now, count] of shared) {
      const union = living.length + (members[now]?.length ?? 0) - count;
      if (count > living.length / 2) pairs.push({ now, before, likeness: count / union });
    }
  }
  pairs.sort((a, b) => b.likeness - a.likeness || a.now - b.now || (a.before.id < b.before.id ? -1 : 1));
  const kept: (StoredCluster | undefined)[] = members.map(() => undefined);
  for (const { now, before } of pairs) kept[now] ??= before;
  return kept;
}

/** Kept ids, and new ones from the most central member, numbered if taken. */
function assignIds(members: readonly (readonly string[])[], kept: readonly (StoredCluster | undefined)[]): string[] {
  const taken = new Set(kept.flatMap((before) => (before === undefined ? [] : [before.id])));
  return members.map((paths, number) => {
    const before = kept[number];
    if (before !== undefined) return before.id;
    const base = `theme-${fnvHash(paths[0] ?? '').toString(36)}`;
    let id = base;
    for (let next = 2; taken.has(id); next++) id = `${base}-${next}`;
    taken.add(id);
    return id;
  });
}

function pathOf(keys: readonly string[], node: number): string {
  return keys[node] ?? '';
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}
