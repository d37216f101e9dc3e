import type { Schedule } from '../../shared/kit/time/schedule.ts';

/** Runs a task once, at the soonest of the times asked for. */
export class RefreshTimer {
  readonly #schedule: Schedule;
  readonly #task: () => void;
  #cancel: (() => void) | null = null;
  #due = 0;

  constructor(schedule: Schedule, task: () => void) {
    this.#schedule = schedule;
    this.#task = task;
  }

  /** Runs the task after `ms`, unless it will run sooner anyway. */
  within(ms: number): void {
    const due = performance.now() + ms;
    if (this.#cancel !== null && this.#due <= due) return;
    this.#cancel?.();
    this.#due = due;
    this.#cancel = this.#schedule(() => {
      this.#cancel = null;
      this.#task();
    }, ms);
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
