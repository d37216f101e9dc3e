import { scheduleTimeout, type Schedule } from './schedule.ts';

/** Wait before the first retry; it doubles with each further one. */
const FIRST_MS = 30_000;
const MOST_MS = 600_000;

/** Retries a task, later with each failure. */
export class Backoff {
  readonly #task: () => void;
  readonly #schedule: Schedule;
  #nextMs = FIRST_MS;
  /** When the retry that waits is due, by `performance.now()`; null if none does. */
  #dueAt: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(task: () => void, schedule: Schedule = scheduleTimeout) {
    this.#task = task;
    this.#schedule = schedule;
  }

  /**
   * Call this after a failure. Returns the milliseconds until the next try, in whole seconds. A retry that is already
   * waiting is neither postponed nor lengthened: what something else tried meanwhile, such as an edit, says nothing
   * about it.
   */
  later(): number {
    if (this.#dueAt !== null) return Math.max(1, Math.ceil((this.#dueAt - performance.now()) / 1000)) * 1000;
    const ms = this.#nextMs;
    this.#dueAt = performance.now() + ms;
    this.#cancel = this.#schedule(() => {
      this.#dueAt = null;
      this.#task();
    }, ms);
    this.#nextMs = Math.min(2 * ms, MOST_MS);
    return ms;
  }

  /** Call this after a success, or to stop retrying. */
  reset(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.#dueAt = null;
    this.#nextMs = FIRST_MS;
  }
}
