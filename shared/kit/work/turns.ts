/** Runs up to n tasks at a time, by default one; further ones wait until one has ended, in success or failure. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce = 1) {
    this.#free = atOnce;
  }

  /** How many are waiting. */
  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves and rejects as the task does. A task whose `signal` aborts while it waits never runs, and rejects with the
   * signal's reason; a running one cannot be stopped.
   */
  async run<T>(task: () => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  /** Takes the turn before it resolves, so that no other can slip in between. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', giveUp);
        this.#free -= 1;
        resolve();
      };
      if (this.#free > 0) return start();
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(start);
    });
  }
}
