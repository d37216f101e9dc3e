const MS = 100;

/** In place of the one that waits for half a minute, and then less and less often: tries again at once. */
export class Backoff {
  readonly #task: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(task: () => void) {
    this.#task = task;
  }

  later(): number {
    this.reset();
    this.#timer = setTimeout(this.#task, MS);
    return MS;
  }

  reset(): void {
    clearTimeout(this.#timer);
  }
}
