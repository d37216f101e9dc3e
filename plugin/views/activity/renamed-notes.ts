import { compareCodeUnits } from '../../../shared/kit/text/compare-code-units.ts';
import type { Reading } from '../../../shared/reading/reading-log.ts';
import type { HistoryEntry } from '../../../shared/writing/journal/history.ts';

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

/** The readings with their notes under the names that they have now, as far as is known. */
export function underNewNames(readings: readonly Reading[], renames: readonly Renamed[]): readonly Reading[] {
  if (renames.length === 0) return readings;
  const byName = new Map<string, Renamed[]>();
  for (const renamed of [...renames].sort((a, b) => compareCodeUnits(a.time, b.time))) {
    const known = byName.get(renamed.from);
    if (known === undefined) byName.set(renamed.from, [renamed]);
    else known.push(renamed);
  }
  return readings.map((reading) => ({
    ...reading,
    paths: reading.paths.map((path) => nameNow(path, reading.time, byName)),
  }));
}

/** Another note may have taken the name since: only what happened after the reading counts, step by step. */
function nameNow(path: string, readAt: string, byName: ReadonlyMap<string, readonly Renamed[]>): string {
  let [name, time] = [path, readAt];
  for (;;) {
    const next = byName.get(name)?.find((renamed) => renamed.time > time);
    if (next === undefined) return name;
    [name, time] = [next.to, next.time];
  }
}
