import { scheduleTimeout, type Schedule } from './schedule.ts';
import { eventLoopYield } from './slices.ts';

/**
 * Fires once after things have been quiet for `quietMs`, and after `maxWaitMs` at the latest while they are not. Keeps no
 * process alive. `schedule` replaces `setTimeout` where that is throttled.
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

  /** Something happened: starts the wait, or prolongs it. */
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
    // After a block of the loop, timers come before the events that queued up meanwhile: those have their say first.
    await this.#yieldToLoop();
    if (this.#cancel !== waiting) return;
    const left = Math.min(this.#lastTouch + this.#quietMs, this.#firstTouch + this.#maxWaitMs) - performance.now();
    if (left > 1) return this.#wait(left);
    this.#cancel = null;
    this.#fire();
  }
}
