import type { Steps } from '../../kit/work/slices.ts';
import {
  NO_COMMUNITY,
  type Communities,
  type CompactGraph,
  type StoredCluster,
  type StoredThemes,
  type ThemeNote,
} from '../graph-types.ts';
import { labelSteps, type LabelInput } from './theme-labels.ts';

export interface ThemesInput {
  graph: CompactGraph;
  /** Path of each node number. */
  keys: readonly string[];
  communities: Communities;
  /** The one the communities were computed at. */
  resolution: number;
  /** Facts of the note at a path; undefined for a stub. */
  noteAt: (path: string) => ThemeNote | undefined;
  /** The themes so far, whose ids and labels are kept if they still fit. */
  previous?: StoredThemes | undefined;
}

/** Fewer notes than this are not a theme. Stubs do not count. */
const MIN_NOTES = 2;
const HUBS = 3;

/**
 * Theme clusters out of communities, largest first: members by how much they are linked inside the cluster, an id kept
 * from before while more than half of the members stay, a label. Communities with fewer than two notes are left out.
 */
export function* themesSteps(input: ThemesInput): Steps<StoredThemes> {
  const { keys, communities, previous, resolution } = input;
  const notes = keys.map(input.noteAt);
  const degrees = degreesInside(input.graph, communities.assignment);
  const clusters = membersOf(communities)
    .map((nodes) => nodes.sort((a, b) => (degrees[b] as number) - (degrees[a] as number) || a - b))
    .filter((nodes) => nodes.filter((node) => notes[node] !== undefined).length >= MIN_NOTES);
  yield;
  const hubs = hubsOf(input, clusters, degrees, notes);
  const members = clusters.map((nodes) => nodes.map((node) => pathOf(keys, node)));
  const kept = matchPrevious(members, previous?.clusters ?? [], new Set(keys));
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

/** For each node, the number of links in both directions between it and its own community. */
function degreesInside({ nodeCount, offsets, targets, weights }: CompactGraph, assignment: Uint32Array): Float64Array {
  const degrees = new Float64Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++) {
      const target = targets[edge] as number;
      if (assignment[node] !== assignment[target]) continue;
      degrees[node] = (degrees[node] as number) + (weights[edge] as number);
      degrees[target] = (degrees[target] as number) + (weights[edge] as number);
    }
  }
  return degrees;
}

/**
 * The first members of each cluster, scored by how well their neighbours are the cluster (F2: the share of the cluster
 * that is reached counts more than neighbours outside, since a hub may well lead elsewhere too), and lower if they have
 * only few of the cluster's links: among notes that all link to each other, none represents the rest.
 */
function hubsOf(
  { graph, keys, communities }: ThemesInput,
  clusters: readonly (readonly number[])[],
  degrees: Float64Array,
  notes: readonly (ThemeNote | undefined)[],
): LabelInput['hubs'][] {
  const candidates = clusters.map((nodes) => nodes.slice(0, HUBS));
  const neighbours = neighboursOf(graph, candidates.flat());
  return clusters.map((nodes, cluster) => {
    const links = nodes.reduce((sum, node) => sum + (degrees[node] as number), 0) / 2;
    return (candidates[cluster] ?? []).map((hub) => {
      const around = neighbours.get(hub) ?? new Set();
      const inside = [...around].filter((node) => communities.assignment[node] === communities.assignment[hub]).length;
      const fit = (5 * inside) / (around.size + 4 * nodes.length);
      return {
        title: notes[hub]?.title ?? fileName(pathOf(keys, hub)),
        score: fit * (0.6 + (0.4 * (degrees[hub] as number)) / links),
      };
    });
  });
}

/** For each of the given nodes, those linked with it in either direction, and itself. */
function neighboursOf(
  { nodeCount, offsets, targets }: CompactGraph,
  nodes: readonly number[],
): Map<number, Set<number>> {
  const neighbours = new Map(nodes.map((node) => [node, new Set([node])]));
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = offsets[node] as number; edge < (offsets[node + 1] as number); edge++) {
      const target = targets[edge] as number;
      neighbours.get(node)?.add(target);
      neighbours.get(target)?.add(node);
    }
  }
  return neighbours;
}

/**
 * The earlier cluster that each new one continues: more than half of the earlier members that still exist are in it.
 * If several would do, the most similar pair goes first; each is used once.
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

/** Ids of continued clusters, and new ones named after the most central member, with a number if that is taken. */
function assignIds(members: readonly (readonly string[])[], kept: readonly (StoredCluster | undefined)[]): string[] {
  const taken = new Set(kept.flatMap((before) => (before === undefined ? [] : [before.id])));
  return members.map((paths, number) => {
    const before = kept[number];
    if (before !== undefined) return before.id;
    const base = `theme-${shortHash(paths[0] ?? '')}`;
    let id = base;
    for (let next = 2; taken.has(id); next++) id = `${base}-${next}`;
    taken.add(id);
    return id;
  });
}

/** FNV-1a over UTF-16 units, 32 bits, base 36: to name, not to protect. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(36);
}

function pathOf(keys: readonly string[], node: number): string {
  return keys[node] ?? '';
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}
