/** Long work as a generator that yields where it may be interrupted; whoever owns the event loop drives it. */
export type Steps<T> = Generator<void, T>;

/** Lets other work run, and resolves in the next turn of the event loop. */
export type YieldToLoop = () => Promise<void>;

/** Runs work to its end without a pause: for small inputs and tests. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Shares the event loop among all work that goes through it: one slice of `budgetMs` per turn of the loop, first come,
 * first served.
 */
export class Slicer {
  readonly #turns: SliceTurns;
  readonly #signal: AbortSignal | undefined;

  constructor(budgetMs: number, yieldToLoop: YieldToLoop, stopped?: { turns: SliceTurns; signal: AbortSignal }) {
    this.#turns = stopped?.turns ?? new SliceTurns(budgetMs, yieldToLoop);
    this.#signal = stopped?.signal;
  }

  /** The same event loop for work that ends once the signal aborts, with its reason, when it next pauses. */
  stoppedBy(signal: AbortSignal): Slicer {
    return new Slicer(0, () => Promise.resolve(), { turns: this.#turns, signal });
  }

  /** Keeps slices short and rare for a moment, while somebody waits for an answer. */
  makeWay(): void {
    this.#turns.makeWay();
  }

  /** Pauses if this turn's slice is used up. Call it between pieces of work. */
  async pause(): Promise<void> {
    if (!this.#turns.hasTime()) await this.#turns.next();
    this.#signal?.throwIfAborted();
  }

  /** Runs a generator to its end, pausing whenever the slice is used up. */
  async run<T>(steps: Steps<T>): Promise<T> {
    try {
      for (;;) {
        await this.pause();
        let step = steps.next();
        while (step.done !== true && this.#turns.hasTime()) step = steps.next();
        if (step.done === true) return step.value;
      }
    } catch (error) {
      // If the generator was stopped and has not thrown, its `finally` has not run yet.
      steps.return?.(undefined as T);
      throw error;
    }
  }
}

const SHORT_SLICE_MS = 1;
const MOMENT_MS = 40;
/** Turns of the event loop for each short slice: an answer takes some, and for an idle loop they cost nothing. */
const TURNS_BETWEEN = 4;

/** Slices given out in turns. */
class SliceTurns {
  readonly #budgetMs: number;
  readonly #yieldToLoop: YieldToLoop;
  readonly #waiting: (() => void)[] = [];
  #sliceEnd = -Infinity;
  #shortUntil = -Infinity;

  constructor(budgetMs: number, yieldToLoop: YieldToLoop) {
    this.#budgetMs = budgetMs;
    this.#yieldToLoop = yieldToLoop;
  }

  hasTime(): boolean {
    return performance.now() < this.#sliceEnd;
  }

  makeWay(): void {
    const now = performance.now();
    this.#shortUntil = now + MOMENT_MS;
    this.#sliceEnd = Math.min(this.#sliceEnd, now + SHORT_SLICE_MS);
  }

  /** Resolves in a later turn of the event loop, with a new slice. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) void this.#giveTurns();
    });
  }

  async #giveTurns(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#yieldToLoop();
      if (performance.now() < this.#shortUntil)
        for (let turn = 1; turn < TURNS_BETWEEN; turn++) await this.#yieldToLoop();
      const now = performance.now();
      this.#sliceEnd = now + (now < this.#shortUntil ? Math.min(SHORT_SLICE_MS, this.#budgetMs) : this.#budgetMs);
      this.#waiting.shift()?.();
    }
  }
}

/** `setImmediate` if available, otherwise a MessageChannel. */
export function eventLoopYield(): YieldToLoop {
  return typeof setImmediate === 'function'
    ? () => new Promise((resolve) => setImmediate(resolve))
    : messageChannelYield();
}

/** For windows: when hidden, they throttle timers but not messages; painting and typing still get their turn. */
export function messageChannelYield(): YieldToLoop {
  return () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        resolve();
      };
      channel.port2.postMessage(null);
    });
}
