/** Runs up to n tasks at a time, by default one; the others wait. */
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
   * Settles as the task does. If `signal` aborts while a task waits, the task never runs, and this rejects with the
   * signal's reason. A running task is not stopped.
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

  /** Takes the turn before resolving, so that no other can slip in. */
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
