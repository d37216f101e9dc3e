import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { toNfc } from '../../vault/paths.ts';
import type { HistoryEntry } from './history.ts';

/** A note that was renamed or moved. */
export interface Renamed {
  /** ISO 8601, UTC. */
  time: string;
  from: string;
  to: string;
}

/** The moves that the history knows of. */
export function movesOf(entries: readonly HistoryEntry[]): Renamed[] {
  return entries.flatMap(({ time, files, interrupted }) =>
    interrupted === true
      ? []
      : files.flatMap(({ kind, path, to }) => (kind === 'move' && to !== undefined ? [{ time, from: path, to }] : [])),
  );
}

/**
 * Tells what a note that had a name at a time (ISO 8601, UTC) is called now. The Unicode form of a name does not count:
 * an undo gives back that of the disk.
 */
export function namesAfter(renames: readonly Renamed[]): (path: string, time: string) => string {
  const byName = new Map<string, Renamed[]>();
  for (const renamed of [...renames].sort((a, b) => compareCodeUnits(a.time, b.time))) {
    const name = toNfc(renamed.from);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [renamed]);
    else known.push(renamed);
  }
  return (path, time) => nameNow(path, time, byName);
}

/** Another note may have taken the name since: only what happened later counts, step by step. */
function nameNow(path: string, knownAt: string, byName: ReadonlyMap<string, readonly Renamed[]>): string {
  let [name, time] = [path, knownAt];
  for (;;) {
    const next = byName.get(toNfc(name))?.find((renamed) => renamed.time > time);
    if (next === undefined) return name;
    [name, time] = [next.to, next.time];
  }
}
