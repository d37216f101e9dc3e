import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { dirname, toNfc } from '../../vault/paths.ts';
import type { HistoryEntry } from './history.ts';

/** A note that was renamed or moved. */
export interface Renamed {
  /** ISO 8601, UTC. */
  time: string;
  from: string;
  to: string;
}

/** A note that had a name until it was moved away or deleted. */
export type Left = Pick<Renamed, 'time' | 'from'>;

/** The moves that the history knows of. */
export function movesOf(entries: readonly HistoryEntry[]): Renamed[] {
  return entries.flatMap(({ time, files, interrupted }) =>
    interrupted === true
      ? []
      : files.flatMap(({ kind, path, to }) => (kind === 'move' && to !== undefined ? [{ time, from: path, to }] : [])),
  );
}

/** The names that the changes took from notes, by a move or a deletion. */
export function namesLeftBy(entries: readonly HistoryEntry[]): Left[] {
  return entries.flatMap(({ time, files, interrupted }) =>
    interrupted === true
      ? []
      : files.flatMap(({ kind, path }) => (kind === 'move' || kind === 'delete' ? [{ time, from: path }] : [])),
  );
}

/**
 * The folders that were moved, by the files of each change: all that moved from below one went to the same places below
 * another. A note that was moved alone looks the same.
 */
export function folderMovesOf(entries: readonly HistoryEntry[]): Renamed[] {
  return entries.flatMap((entry) => {
    const went = new Map<string, string | null>();
    for (const { from, to } of movesOf([entry])) {
      for (let folder = dirname(from); folder !== ''; folder = dirname(folder)) {
        const below = from.slice(folder.length);
        const target = to.endsWith(below) && to !== from ? to.slice(0, -below.length) : null;
        const known = went.get(folder);
        went.set(folder, known === undefined || known === target ? target : null);
      }
    }
    return [...went].flatMap(([from, to]) => (to === null || to === '' ? [] : [{ time: entry.time, from, to }]));
  });
}

/**
 * Tells what a note that had a name at a time (ISO 8601, UTC) is called now. Another note may have taken the name
 * since: only what happened later counts, step by step.
 *
 * @param givenBack names that notes left, and have again once the changes that took them are undone
 */
export function namesAfter(
  renames: readonly Renamed[],
  givenBack: readonly Left[] = [],
): (path: string, time: string) => string {
  const stays = givenBack.map(({ time, from }) => ({ time, from, to: from }));
  const ends = new Set<Renamed>(stays);
  const first = firstRename([...stays, ...renames]);
  return (path, knownAt) => {
    let [name, time] = [path, knownAt];
    for (;;) {
      const next = first(name, time);
      if (next === undefined || ends.has(next)) return name;
      [name, time] = [next.to, next.time];
    }
  };
}

/**
 * Finds the first rename of what had a name at a time. The Unicode form of a name does not count: an undo gives back
 * that of the disk.
 */
export function firstRename(renames: readonly Renamed[]): (path: string, time: string) => Renamed | undefined {
  const byName = new Map<string, Renamed[]>();
  for (const renamed of [...renames].sort((a, b) => compareCodeUnits(a.time, b.time))) {
    const name = toNfc(renamed.from);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [renamed]);
    else known.push(renamed);
  }
  return (path, time) => byName.get(toNfc(path))?.find((renamed) => renamed.time > time);
}
