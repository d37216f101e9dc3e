const DEFAULT_MS = 5_000;

/** Texts of the notices shown so far. */
export const shownNotices: string[] = [];

/** A message at the edge of the window; with a duration of 0 it stays until it is clicked. */
export class Notice {
  containerEl: HTMLElement;
  noticeEl: HTMLElement;
  messageEl: HTMLElement;
  #timer: number | null = null;

  constructor(message: string | DocumentFragment, durationMs = DEFAULT_MS) {
    const { body } = activeDocument;
    const container =
      body.querySelector<HTMLElement>(':scope > .notice-container') ?? body.createDiv('notice-container');
    this.containerEl = container.createDiv('notice');
    this.noticeEl = this.containerEl;
    this.messageEl = this.noticeEl.createDiv('notice-message');
    this.setMessage(message);
    this.noticeEl.addEventListener('click', () => this.hide());
    if (durationMs > 0) this.#timer = window.setTimeout(() => this.hide(), durationMs);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    shownNotices.push(this.messageEl.textContent ?? '');
    return this;
  }

  addButton(text: string, callback: (event: MouseEvent) => unknown): this {
    const button = this.noticeEl.createEl('button', { cls: 'mod-cta', text });
    button.addEventListener('click', (event) => callback(event));
    return this;
  }

  hide(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    const parent = this.noticeEl.parentElement;
    this.noticeEl.detach();
    if (parent?.hasClass('notice-container') === true && parent.childElementCount === 0) parent.detach();
  }
}
