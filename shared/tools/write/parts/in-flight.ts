import { within } from '../../../kit/time/deadline.ts';

/** Running calls of this process. */
export class InFlight {
  readonly #calls = new Set<Promise<unknown>>();

  /** Counts a call until it has ended. */
  track<T>(call: Promise<T>): Promise<T> {
    const ended = call.catch(() => undefined).finally(() => this.#calls.delete(ended));
    this.#calls.add(ended);
    return call;
  }

  /** Resolves when the calls running now have ended, or after `ms`. */
  async settled(ms: number): Promise<void> {
    await within(ms, Promise.all(this.#calls));
  }
}
