import { Component } from '../util/component.ts';

/** What shows a popover: it holds one at a time. */
export interface HoverParent {
  hoverPopover: HoverPopover | null;
}

const STATE = { Showing: 0, Shown: 1, Hiding: 2, Hidden: 3 } as const;

/** A popover at an element, shown after a moment and gone when the pointer left both. */
export class HoverPopover extends Component {
  hoverEl: HTMLElement;
  targetEl: HTMLElement | null;
  parent: HoverParent;
  state: number = STATE.Showing;
  waitTime: number;
  staticPos: { x: number; y: number } | null;
  #timer = 0;
  #doc: Document | null = null;

  constructor(
    parent: HoverParent,
    targetEl: HTMLElement | null,
    waitTime = 300,
    staticPos: { x: number; y: number } | null = null,
  ) {
    super();
    this.parent = parent;
    this.targetEl = targetEl;
    this.waitTime = waitTime;
    this.staticPos = staticPos;
    this.hoverEl = createDiv('popover hover-popover');
    parent.hoverPopover?.hide();
    parent.hoverPopover = this;
    this.#timer = window.setTimeout(() => this.show(), waitTime);
    for (const element of [targetEl, this.hoverEl]) {
      element?.addEventListener('mouseleave', () => this.#leaveSoon());
      element?.addEventListener('mouseenter', () => this.#stay());
    }
  }

  show(): void {
    window.clearTimeout(this.#timer);
    this.state = STATE.Shown;
    this.#doc = this.targetEl?.ownerDocument ?? activeDocument;
    this.#doc.body.appendChild(this.hoverEl);
    this.#doc.addEventListener('mouseover', this.#follow);
    void this.load();
    this.onShow();
  }

  hide(): void {
    window.clearTimeout(this.#timer);
    if (this.state === STATE.Hidden) return;
    this.state = STATE.Hidden;
    this.hoverEl.detach();
    this.#doc?.removeEventListener('mouseover', this.#follow);
    if (this.parent.hoverPopover === this) this.parent.hoverPopover = null;
    this.onHide();
    this.unload();
  }

  onShow(): void {}

  onHide(): void {}

  /** The pointer may come to the target while the popover is only about to show. */
  #stay(): void {
    if (this.state === STATE.Shown) window.clearTimeout(this.#timer);
  }

  /** A target that is taken from the page while the pointer is on it is never left. */
  readonly #follow = ({ target }: MouseEvent): void => {
    if (this.targetEl?.isConnected !== false) return;
    if (this.hoverEl.contains(target as Node)) this.#stay();
    else this.#leaveSoon();
  };

  #leaveSoon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.hide(), this.waitTime);
  }
}
