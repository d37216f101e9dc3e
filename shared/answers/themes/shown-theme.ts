import type { StoredCluster, StoredThemes } from '../../graph/graph-types.ts';
import { clusterSummary } from '../../graph/themes/theme-summary.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { isStubGraphKey, stubGraphKey } from '../../notes/stubs.ts';
import type { Cluster } from '../../protocol/schemas/graph.ts';
import { isRanked } from '../shown-notes.ts';

const OVERVIEW_MEMBERS = 10;

/** All themes with the first of their members, largest first. */
export function* overviewOf(
  index: NoteIndex,
  { clusters }: StoredThemes,
  includeStubs: boolean,
): Steps<readonly Cluster[]> {
  const shown: Cluster[] = [];
  for (const cluster of clusters) {
    shown.push(showTheme(index, cluster, includeStubs, OVERVIEW_MEMBERS));
    yield;
  }
  return shown.filter((cluster) => cluster.size > 0).sort((a, b) => b.size - a.size);
}

/** A theme as it is now: without the members that are gone or no longer count. */
export function showTheme(
  index: NoteIndex,
  cluster: StoredCluster,
  includeStubs: boolean,
  mostMembers = Number.MAX_SAFE_INTEGER,
): Cluster {
  let staleMembersFiltered = 0;
  const live: string[] = [];
  for (const path of cluster.members) {
    const key = keyOfMember(index, path);
    const isStub = isStubGraphKey(key);
    if (!isStub && index.note(path) === undefined) staleMembersFiltered++;
    else if ((includeStubs || !isStub) && isRanked(index, key)) live.push(path);
  }
  return {
    id: cluster.id,
    label: cluster.label,
    summary: clusterSummary(live, (path) => index.note(path)),
    size: live.length,
    members: live.slice(0, mostMembers),
    staleMembersFiltered,
  };
}

/** The link graph's node of a member. */
export function keyOfMember(index: NoteIndex, path: string): string {
  return path.startsWith('_stub/') && index.note(path) === undefined ? stubGraphKey(path) : path;
}

/** The first themes whose JSON has at most `most` bytes, but at least one. */
export function withinBytes(clusters: readonly Cluster[], most: number): Cluster[] {
  const kept: Cluster[] = [];
  let bytes = 0;
  for (const cluster of clusters) {
    bytes += Buffer.byteLength(JSON.stringify(cluster)) + 1;
    if (bytes > most && kept.length > 0) break;
    kept.push(cluster);
  }
  return kept;
}
