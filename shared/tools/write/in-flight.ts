import { within } from '../../kit/time/deadline.ts';

/** Calls of this process that are under way. */
export class InFlight {
  readonly #calls = new Set<Promise<unknown>>();

  /** Counts a call as under way until it has ended. */
  track<T>(call: Promise<T>): Promise<T> {
    const ended = call.catch(() => undefined).finally(() => this.#calls.delete(ended));
    this.#calls.add(ended);
    return call;
  }

  /** Resolves when the calls that are under way now have ended, or after `ms`. */
  async settled(ms: number): Promise<void> {
    await within(ms, Promise.all(this.#calls));
  }
}
