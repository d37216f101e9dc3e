import { scheduleTimeout, type Schedule } from './schedule.ts';

/** What has failed is tried again after this, then after twice as long each time. */
const FIRST_MS = 30_000;
const MOST_MS = 600_000;

/** Tries something again later, and the later the more often it has failed. */
export class Backoff {
  readonly #task: () => void;
  readonly #schedule: Schedule;
  #nextMs = FIRST_MS;
  #cancel: () => void = () => undefined;

  constructor(task: () => void, schedule: Schedule = scheduleTimeout) {
    this.#task = task;
    this.#schedule = schedule;
  }

  /** It has failed once more. Returns the milliseconds until it is tried again. */
  later(): number {
    const ms = this.#nextMs;
    this.#cancel();
    this.#cancel = this.#schedule(this.#task, ms);
    this.#nextMs = Math.min(2 * ms, MOST_MS);
    return ms;
  }

  /** It has succeeded, or is not to be tried again. */
  reset(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.#nextMs = FIRST_MS;
  }
}
