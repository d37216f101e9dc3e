import { VaultLoomError } from '../protocol/errors.ts';
import type { Commit, Manifest, SegmentInfo } from './store-types.ts';

/**
 * The manifest after a commit. Of each kind of segment, the first added takes the place of the first removed;
 * all others go at the end, in the order given.
 * @throws VaultLoomError `internal` if the commit removes a missing segment or adds an existing one
 */
export function nextManifest(before: Manifest | undefined, commit: Commit, format: number): Manifest {
  const old = before?.segments ?? [];
  const leaving = new Set(commit.remove);
  const present = new Set(old.map(({ key }) => key));
  const unknown = commit.remove.find((key) => !present.has(key));
  if (unknown !== undefined)
    throw new VaultLoomError('internal', `Segment ${unknown} cannot leave the index: it is not part of it.`);
  const added = new Set<string>();
  for (const { key } of commit.add) {
    if (present.has(key) || added.has(key))
      throw new VaultLoomError('internal', `Segment ${key} cannot join the index twice.`);
    added.add(key);
  }
  return {
    format,
    generation: (before?.generation ?? 0) + 1,
    segments: arrange(old, leaving, commit.add),
    state: { ...before?.state, ...commit.state },
  };
}

function arrange(old: SegmentInfo[], leaving: Set<string>, add: SegmentInfo[]): SegmentInfo[] {
  const coming = [...add];
  const replaced = new Set<string>();
  const kept = old.flatMap((segment): SegmentInfo[] => {
    if (!leaving.has(segment.key)) return [segment];
    if (replaced.has(segment.kind)) return [];
    replaced.add(segment.kind);
    const successor = coming.findIndex(({ kind }) => kind === segment.kind);
    return successor < 0 ? [] : coming.splice(successor, 1);
  });
  return [...kept, ...coming];
}
