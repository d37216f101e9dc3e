import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scheduleTimeout } from '../time/schedule.ts';

/**
 * Each collection returns pages that the previous one emptied. V8 shrinks its young generation if hardly anything was
 * allocated in the last 5 s.
 */
const COLLECTIONS = 8;
const PAUSE_MS = 1_000;
/** A loop that was busy for less than this part of a pause is idle. */
const IDLE = 0.05;
/** A loop that is busy for this many pauses allocates, and so collects by itself. */
const MOST_PAUSES = 120;

/**
 * Returns memory to the system after a large piece of work. V8 collects only when more is allocated, and an idle server
 * allocates nothing: a third of its memory after indexing a large vault is garbage. Pauses for some 90 ms with 80 MB
 * alive, so each collection waits until nothing was asked for a pause; for a process without a window.
 */
export async function releaseMemory(pauseMs = PAUSE_MS): Promise<void> {
  const collect = collector();
  if (collect === null) return;
  for (let left = COLLECTIONS; left > 0; left--) {
    if (!(await isIdle(pauseMs))) break;
    // Without compacting at the end, half-empty pages would stay.
    if (left === 1) setFlagsFromString('--compact-on-every-full-gc');
    collect();
  }
  setFlagsFromString('--no-compact-on-every-full-gc');
  collect({ type: 'minor' });
}

/**
 * Returns what the young generation has grown by, up to 30 MB, to the system: some 4 ms of work, if hardly anything was
 * allocated in the last 5 s, and of no use before. The second collection gives up what the first has emptied.
 */
export function releaseYoung(): void {
  const collect = collector();
  collect?.({ type: 'minor' });
  collect?.({ type: 'minor' });
}

function collector(): ((options?: { type: 'minor' }) => void) | null {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? (collect as (options?: { type: 'minor' }) => void) : null;
}

/** Waits until the event loop was idle for a pause; false if it never is. */
async function isIdle(pauseMs: number): Promise<boolean> {
  for (let left = MOST_PAUSES; left > 0; left--) {
    const before = performance.eventLoopUtilization();
    await new Promise<void>((resolve) => scheduleTimeout(resolve, pauseMs));
    if (performance.eventLoopUtilization(before).utilization < IDLE) return true;
  }
  return false;
}
