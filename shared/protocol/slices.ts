/**
 * Sliceable work: a generator that yields wherever it may be interrupted. Long work is written once as a generator and
 * driven by whoever owns the event loop.
 */
export type Steps<T> = Generator<void, T>;

/** Gives other work its turn, and comes back as soon as the event loop is free again. */
export type YieldToLoop = () => Promise<void>;

/** Runs work to its end at once: for small inputs and for tests. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Shares the event loop: counts the time since the last pause and pauses when `budgetMs` is used up. */
export class Slicer {
  readonly #budgetMs: number;
  readonly #yieldToLoop: YieldToLoop;
  #sliceStart = 0;

  constructor(budgetMs: number, yieldToLoop: YieldToLoop) {
    this.#budgetMs = budgetMs;
    this.#yieldToLoop = yieldToLoop;
  }

  /** Pauses if the current slice has used its budget. Call it between pieces of work. */
  async pause(): Promise<void> {
    const now = performance.now();
    if (now - this.#sliceStart < this.#budgetMs) return;
    await this.#yieldToLoop();
    this.#sliceStart = performance.now();
  }

  /** Runs a generator to its end, pausing whenever the slice is used up. */
  async run<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      await this.pause();
      const sliceEnd = performance.now() + this.#budgetMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < sliceEnd) step = steps.next();
      if (step.done === true) return step.value;
    }
  }
}

/** `setImmediate` where there is one; a MessageChannel in its absence. */
export function eventLoopYield(): YieldToLoop {
  return typeof setImmediate === 'function' ? () => new Promise((resolve) => setImmediate(resolve)) : messageChannelYield();
}

/** For windows: a hidden one throttles its timers, but not its messages, and what is painted or typed gets its turn. */
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
