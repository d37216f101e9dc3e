import { scheduleTimeout, type Schedule } from './schedule.ts';

/** The first retry comes after this, each further one after twice as long. */
const FIRST_MS = 30_000;
const MOST_MS = 600_000;

/** Retries something later; the more failures, the later. */
export class Backoff {
  readonly #task: () => void;
  readonly #schedule: Schedule;
  #nextMs = FIRST_MS;
  #cancel: () => void = () => undefined;

  constructor(task: () => void, schedule: Schedule = scheduleTimeout) {
    this.#task = task;
    this.#schedule = schedule;
  }

  /** It has failed again. Returns the milliseconds until the next try. */
  later(): number {
    const ms = this.#nextMs;
    this.#cancel();
    this.#cancel = this.#schedule(this.#task, ms);
    this.#nextMs = Math.min(2 * ms, MOST_MS);
    return ms;
  }

  /** It has succeeded, or is not to be retried. */
  reset(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.#nextMs = FIRST_MS;
  }
}
