import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scheduleTimeout, type Schedule } from '../time/schedule.ts';

/** The second one gives up pages that the first has emptied. */
const COLLECTIONS = 2;
const PAUSE_MS = 1_000;
/** A loop that was busy for less than this part of a pause is idle. */
const IDLE = 0.05;
/** A loop that is busy for this many pauses allocates, and so collects by itself. */
const MOST_PAUSES = 120;
/** A heap that has grown by less since the last release is left as it is. */
const GROWN = 1.1;
/** By then a collection in progress has ended. */
const SETTLING_MS = 3_000;

/**
 * Returns memory to the system after a large piece of work. V8 collects only when more is allocated, and an idle server
 * allocates nothing: a third of its memory after indexing a large vault is garbage. Each collection waits until nothing
 * was asked for a pause. For a process without a window.
 */
export async function releaseMemory(pauseMs = PAUSE_MS): Promise<void> {
  const collect = collector();
  for (let left = COLLECTIONS; left > 0 && collect !== null; left--) {
    if (!(await isIdle(pauseMs))) return;
    beginReducing(collect);
  }
}

/** Returns memory to the system whenever a process falls silent. For a process without a window. */
export class MemoryAtRest {
  readonly #schedule: Schedule;
  /** Size of the heap after the last release. */
  #settledBytes = 0;

  constructor(schedule: Schedule = scheduleTimeout) {
    this.#schedule = schedule;
  }

  /**
   * Returns what the young generation has grown by, up to 30 MB: some 4 ms of work, if hardly anything was allocated in
   * the last 5 s, and of no use before. Begins to collect all garbage if the heap has grown since this was last done.
   */
  release(): void {
    const collect = collector();
    if (collect === null) return;
    collect({ type: 'minor' });
    // Gives up what the first has emptied.
    collect({ type: 'minor' });
    if (heapBytes() < this.#settledBytes * GROWN) return;
    beginReducing(collect);
    this.#schedule(() => {
      this.#settledBytes = heapBytes();
    }, SETTLING_MS);
  }
}

/**
 * Begins a collection as V8 does by itself when the heap is full: marked in small steps and on other threads, so that
 * only its end makes the process wait. A collection on request does everything at once, and needs several rounds to
 * give up half-empty pages. V8 reads the flags when the collection begins.
 */
function beginReducing(collect: Collect): void {
  for (const flag of REDUCING) setFlagsFromString(`--${flag}`);
  try {
    // Marking begins after a collection of the young generation.
    collect({ type: 'minor' });
  } finally {
    for (const flag of REDUCING) setFlagsFromString(`--no-${flag}`);
  }
}

/** V8's own: marking begins in a heap of any size; half-empty pages are emptied. */
const REDUCING = ['stress-incremental-marking', 'optimize-for-size'];

type Collect = (options: { type: 'minor' }) => void;

function collector(): Collect | null {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? (collect as Collect) : null;
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
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
