import type { Component } from 'obsidian';

/** Whether the rows of a list must not move, since the pointer or the focus is on one. */
export class RowHold {
  readonly #listEl: HTMLElement;
  #pointerIsOver = false;

  /** @param onRelease called when the pointer or the focus has left the list: rows may be free to move again */
  constructor(listEl: HTMLElement, owner: Component, onRelease: () => void) {
    this.#listEl = listEl;
    owner.registerDomEvent(listEl, 'mouseenter', () => (this.#pointerIsOver = true));
    owner.registerDomEvent(listEl, 'mouseleave', () => {
      this.#pointerIsOver = false;
      onRelease();
    });
    owner.registerDomEvent(listEl, 'focusout', (event) => {
      if (!listEl.contains(event.relatedTarget as Node | null)) window.setTimeout(onRelease);
    });
  }

  get isHeld(): boolean {
    return this.#pointerIsOver || this.hasFocus;
  }

  get hasFocus(): boolean {
    return this.#listEl.contains(this.#listEl.ownerDocument.activeElement);
  }
}
