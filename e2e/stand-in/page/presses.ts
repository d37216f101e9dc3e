import { PRESS_STEPS } from '../mirror/protocol.ts';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
/** What a press that its element does not get leads to, by button. */
const CLICKS: Record<number, string> = { 0: 'click', 1: 'auxclick' };

/**
 * Presses of mouse buttons on elements that the renderer has replaced, but the page still shows: in one process the new
 * element would be there already, and gets the press.
 */
export class Presses {
  /** What the press began on, if the browser has another opinion, and so makes no click. */
  #redirected: Element | null = null;
  #pointed: EventTarget | null = null;

  static isStep(event: Event): event is MouseEvent {
    return PRESS_STEPS.has(event.type);
  }

  /** What a step of a press is on: what is now where it happened, if what was there has gone. */
  targetOf(event: MouseEvent): EventTarget | null {
    const { type, target } = event;
    if (type === 'pointerdown') this.#pointed = target;
    const isGone = (node: EventTarget | null): boolean => node instanceof Node && !node.isConnected;
    // Chromium has a parent pressed if the element goes in between.
    return isGone(target) || (type === 'mousedown' && isGone(this.#pointed)) ? elementAt(event) : target;
  }

  /** A button went down on an element; returns whether that is not the one that the browser took. */
  down(event: MouseEvent, on: EventTarget | null): boolean {
    this.#redirected = on !== event.target && on instanceof Element ? on : null;
    return this.#redirected !== null;
  }

  /** Focuses what the browser would if a press had been on its element. */
  focus(): void {
    this.#redirected?.closest<HTMLElement>(FOCUSABLE)?.focus();
  }

  /** A button went up: clicks what the press began on, since the browser does not. */
  up(event: MouseEvent): void {
    const from = this.#redirected;
    this.#redirected = null;
    const type = CLICKS[event.button];
    const to = elementAt(event);
    if (from === null || to === null || type === undefined) return;
    let shared: Element | null = from;
    while (shared !== null && !shared.contains(to)) shared = shared.parentElement;
    const { detail, button, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey } = event;
    const init = { detail, button, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey };
    shared?.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, view: window, ...init }),
    );
  }
}

function elementAt({ clientX, clientY }: MouseEvent): Element | null {
  return document.elementFromPoint(clientX, clientY);
}
