import { setWords } from '../words/draw-words.ts';
import type { SearchStatus } from './search-status.ts';

type Action = NonNullable<SearchStatus['button']>['action'];

/** The state in words, which screen readers say when they have nothing else to say, and at most one button. */
export class StatusLine {
  readonly #textEl: HTMLElement;
  readonly #buttonEl: HTMLButtonElement;
  #action: Action | null = null;
  #status: SearchStatus = { text: '', button: null };
  #said: string | null = null;

  constructor(parentEl: HTMLElement, onAction: (action: Action) => void) {
    const line = parentEl.createDiv('vault-loom-search-status');
    this.#textEl = line.createSpan({ attr: { role: 'status', 'aria-live': 'polite', dir: 'auto' } });
    this.#buttonEl = line.createEl('button', { attr: { dir: 'auto' } });
    this.#buttonEl.hide();
    this.#buttonEl.addEventListener('click', () => this.#action !== null && onAction(this.#action));
  }

  show(status: SearchStatus): void {
    this.#status = status;
    this.#draw();
  }

  /** Says this in place of the state, whatever is found meanwhile; null ends it. */
  say(words: string | null): void {
    this.#said = words;
    this.#draw();
  }

  #draw(): void {
    const { text, button } = this.#said === null ? this.#status : { text: this.#said, button: null };
    if (this.#textEl.textContent !== text) this.#textEl.setText(text);
    this.#action = button?.action ?? null;
    setWords(this.#buttonEl, button?.text ?? '');
    this.#buttonEl.toggle(button !== null);
  }
}
