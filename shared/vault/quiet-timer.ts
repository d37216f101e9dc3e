/**
 * Fires once after things have been quiet for `quietMs`, and after `maxWaitMs` at the latest while they are not. Keeps no
 * process alive.
 */
export class QuietTimer {
  readonly #quietMs: number;
  readonly #maxWaitMs: number;
  readonly #fire: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #firstTouch = 0;
  #lastTouch = 0;

  constructor(quietMs: number, maxWaitMs: number, fire: () => void) {
    this.#quietMs = quietMs;
    this.#maxWaitMs = maxWaitMs;
    this.#fire = fire;
  }

  /** Something happened: starts the wait, or prolongs it. */
  touch(): void {
    this.#lastTouch = performance.now();
    if (this.#timer !== null) return;
    this.#firstTouch = this.#lastTouch;
    this.#wait(this.#quietMs);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(ms: number): void {
    this.#timer = unrefTimer(setTimeout(() => this.#check(), ms));
  }

  #check(): void {
    const now = performance.now();
    const left = Math.min(this.#lastTouch + this.#quietMs, this.#firstTouch + this.#maxWaitMs) - now;
    if (left > 1) return this.#wait(left);
    this.#timer = null;
    this.#fire();
  }
}

/** Lets a process end although the timer runs. In the app timers are numbers, which have no such method. */
export function unrefTimer<T>(timer: T): T {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
