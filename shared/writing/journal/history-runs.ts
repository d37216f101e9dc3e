import type { HistoryEntry } from './history.ts';
import { standing, undoneBy } from './undone-by.ts';

/** What one client wrote without a longer pause. */
export interface HistoryRun {
  /** The id of its first change, so that it stays the same while the run goes on. */
  run: string;
  client: string;
  /** When its first and its last change were made; ISO 8601, UTC. */
  from: string;
  to: string;
  /** Newest first. */
  changes: HistoryEntry[];
}

/** A pause from which on a client's changes are another run. */
const PAUSE_MS = 120_000;

/**
 * The changes as runs: one client's, less than two minutes apart, even if others wrote meanwhile or the clock was set
 * back. The run that ended last comes first.
 *
 * @param entries newest first, as {@link History.list} gives them
 */
export function runsOf(entries: readonly HistoryEntry[]): HistoryRun[] {
  const runs: HistoryRun[] = [];
  const latest = new Map<string, HistoryRun>();
  for (const entry of [...entries].reverse()) {
    const run = latest.get(entry.client);
    if (run !== undefined && Date.parse(entry.time) - Date.parse(run.to) < PAUSE_MS) {
      run.changes.unshift(entry);
      run.to = entry.time;
      continue;
    }
    const next = { run: entry.id, client: entry.client, from: entry.time, to: entry.time, changes: [entry] };
    latest.set(entry.client, next);
    runs.push(next);
  }
  const place = new Map(entries.map(({ id }, i) => [id, i]));
  const lastOf = ({ changes: [last] }: HistoryRun): number => place.get(last?.id ?? '') ?? 0;
  return runs.sort((a, b) => lastOf(a) - lastOf(b));
}

/**
 * Which of the chosen changes to undo, in that order: the newest first. A change and its undo, both chosen, cancel each
 * other out; what no longer stands is left out, unless an undo of it is undone before.
 *
 * @param entries the whole history, newest first
 */
export function undoOrder(entries: readonly HistoryEntry[], chosen: ReadonlySet<string>): string[] {
  const stand = standing(entries);
  return entries.flatMap((entry) => {
    const { id } = entry;
    if (!chosen.has(id) || !stand.has(id)) return [];
    // The changes that it undid were chosen too: as if neither had been.
    const undone = undoneBy(entry);
    if (undone.length > 0 && undone.every((one) => chosen.has(one))) return [];
    // They stand again then; each is older, so its turn is still to come.
    for (const one of undone) stand.add(one);
    return [id];
  });
}
