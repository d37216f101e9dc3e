/** How long something has to be visible before a press counts as an answer to it. */
export const LOOK_MS = 1_000;

/** Keeps a press that was meant for what was shown before from deciding on what is shown now. */
export class FirstLook {
  readonly #now: () => number;
  #shown: string | null = null;
  #until = -Infinity;

  /** @param now milliseconds, on a clock that nobody can set */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param what identifies what there is to decide on; the same value again changes nothing */
  show(what: string | null): void {
    if (what === this.#shown) return;
    this.#shown = what;
    this.#until = this.#now() + LOOK_MS;
  }

  /** For how long it is still too soon to decide, in milliseconds; 0 if it is not. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#now());
  }
}
