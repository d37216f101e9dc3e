/** For how long after a button is up its click may still come. */
const CLICK_MS = 50;
/** What is dragged away brings no `mouseup`. */
const ENDS = ['mouseup', 'dragend'] as const;

/** Lets rows be drawn again only between presses of a mouse button: one that is replaced under it gets no click. */
export class PressHold {
  #isHeld = false;
  #waiting: (() => void) | null = null;
  #cancel = (): void => undefined;

  /** @param elements in which presses count */
  constructor(...elements: HTMLElement[]) {
    for (const element of elements) this.watch(element);
  }

  /** Has presses in this element count, too. */
  watch(element: HTMLElement): void {
    element.addEventListener('mousedown', ({ target }) => {
      // The end of this press goes to the list that it opens.
      if ((target as Element).closest('select') !== null) return;
      this.#isHeld = true;
      this.#cancel();
      const { win } = element;
      const ended = (): void => {
        for (const end of ENDS) win.removeEventListener(end, ended, { capture: true });
        const timer = win.setTimeout(() => this.#release(), CLICK_MS);
        this.#cancel = () => win.clearTimeout(timer);
      };
      for (const end of ENDS) win.addEventListener(end, ended, { capture: true });
    });
  }

  /** Runs a task now or, while a button is down, after its click; of several, only the last. */
  run(task: () => void): void {
    if (this.#isHeld) this.#waiting = task;
    else task();
  }

  /** Forgets the task that waits. */
  forget(): void {
    this.#waiting = null;
  }

  #release(): void {
    this.#isHeld = false;
    const task = this.#waiting;
    this.#waiting = null;
    task?.();
  }
}
