import { eventLoopYield, type YieldToLoop } from '../concurrency/slices.ts';
import { isRemoteDisk } from './remote-disk.ts';

/** Work between two turns of the event loop. */
const SLICE_MS = 8;
/** If a small read takes longer, the disk is slow: do not block the thread on it. */
const SLOW_MS = 25;
const REST_MS = 10_000;

/**
 * Touches a disk the cheapest way. The thread pool costs ten times what a local disk needs for a cached note, so small
 * reads are synchronous, in slices, until the disk is slow once. On remote disks, and on Windows with its virus
 * scanners, everything is asynchronous.
 */
export class Pace {
  readonly #canBeQuick: boolean;
  readonly #yieldToLoop: YieldToLoop = eventLoopYield();
  #slowUntil = 0;
  #sliceStart = 0;
  /** The next turn, shared by all who wait for it. */
  #nextTurn: Promise<void> | null = null;

  private constructor(canBeQuick: boolean) {
    this.#canBeQuick = canBeQuick;
  }

  /** @param folder a folder on the disk */
  static async at(folder: string): Promise<Pace> {
    return new Pace(process.platform !== 'win32' && !(await isRemoteDisk(folder)));
  }

  /** Runs one of two ways to do the same small thing. Throws what they throw. */
  async do<T>(now: () => T, offThread: () => Promise<T>): Promise<T> {
    let started = performance.now();
    for (
      ;
      this.#canBeQuick && started >= this.#slowUntil && started - this.#sliceStart >= SLICE_MS;
      started = performance.now()
    ) {
      await (this.#nextTurn ??= this.#takeTurn());
    }
    if (!this.#canBeQuick || started < this.#slowUntil) return offThread();
    try {
      return now();
    } finally {
      const ended = performance.now();
      if (ended - started > SLOW_MS) this.#slowUntil = ended + REST_MS;
    }
  }

  async #takeTurn(): Promise<void> {
    await this.#yieldToLoop();
    this.#sliceStart = performance.now();
    this.#nextTurn = null;
  }
}
