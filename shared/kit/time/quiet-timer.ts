import { scheduleTimeout, type Schedule } from './schedule.ts';
import { eventLoopYield } from '../concurrency/slices.ts';

/**
 * Fires once after `quietMs` without a touch, and `maxWaitMs` after the first touch at the latest. Does not keep the
 * process alive. `schedule` replaces a throttled `setTimeout`.
 */
export class QuietTimer {
  readonly #quietMs: number;
  readonly #maxWaitMs: number;
  readonly #fire: () => void;
  readonly #schedule: Schedule;
  readonly #yieldToLoop = eventLoopYield();
  #cancel: (() => void) | null = null;
  #firstTouch = 0;
  #lastTouch = 0;

  constructor(quietMs: number, maxWaitMs: number, fire: () => void, schedule: Schedule = scheduleTimeout) {
    this.#quietMs = quietMs;
    this.#maxWaitMs = maxWaitMs;
    this.#fire = fire;
    this.#schedule = schedule;
  }

  /** Starts or extends the wait. */
  touch(): void {
    this.#lastTouch = performance.now();
    if (this.#cancel !== null) return;
    this.#firstTouch = this.#lastTouch;
    this.#wait(Math.min(this.#quietMs, this.#maxWaitMs));
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(ms: number): void {
    this.#cancel = this.#schedule(() => void this.#check(), ms);
  }

  async #check(): Promise<void> {
    const waiting = this.#cancel;
    // After the loop was blocked, timers run before the events queued meanwhile; let those go first.
    await this.#yieldToLoop();
    if (this.#cancel !== waiting) return;
    const left = Math.min(this.#lastTouch + this.#quietMs, this.#firstTouch + this.#maxWaitMs) - performance.now();
    if (left > 1) return this.#wait(left);
    this.#cancel = null;
    this.#fire();
  }
}
