/** For how long after a button is up its click may still come. */
const CLICK_MS = 50;

/** Lets rows be drawn again only between presses of a mouse button: one that is replaced under it gets no click. */
export class PressHold {
  #isHeld = false;
  #waiting: (() => void) | null = null;

  constructor(element: HTMLElement) {
    element.addEventListener('mousedown', () => {
      this.#isHeld = true;
      const { win } = element;
      // What is dragged away brings no other end of the press.
      for (const end of ['mouseup', 'dragend'])
        win.addEventListener(end, () => win.setTimeout(() => this.#release(), CLICK_MS), { once: true, capture: true });
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
