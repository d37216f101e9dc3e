import { scheduleTimeout, type Schedule } from './schedule.ts';

/** Wait before the first retry; it doubles with each further one. */
const FIRST_MS = 30_000;
const MOST_MS = 600_000;

/** Retries a task, later with each failure. */
export class Backoff {
  readonly #task: () => void;
  readonly #schedule: Schedule;
  #nextMs = FIRST_MS;
  #cancel: () => void = () => undefined;

  constructor(task: () => void, schedule: Schedule = scheduleTimeout) {
    this.#task = task;
    this.#schedule = schedule;
  }

  /** Call this after a failure. Returns the milliseconds until the next try. */
  later(): number {
    const ms = this.#nextMs;
    this.#cancel();
    this.#cancel = this.#schedule(this.#task, ms);
    this.#nextMs = Math.min(2 * ms, MOST_MS);
    return ms;
  }

  /** Call this after a success, or to stop retrying. */
  reset(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.#nextMs = FIRST_MS;
  }
}
