import { Notice, type Plugin } from 'obsidian';
import type { ReviewItem } from '../../review/review-item.ts';
import { setText } from '../elements/set-text.ts';
import { WORDS } from './review-words.ts';

/** Says that changes wait: one notice for all of them, and a badge in the status bar. Takes no focus. */
export class ReviewAnnouncer {
  readonly #open: () => void;
  readonly #plugin: Plugin;
  /** In the status bar while something waits. */
  #badgeEl: HTMLElement | null = null;
  readonly #announced = new Set<string>();
  #notice: Notice | null = null;
  /** The words in the notice; no longer in the document once it is closed. */
  #wordsEl: HTMLElement | null = null;

  constructor(plugin: Plugin, open: () => void) {
    this.#open = open;
    this.#plugin = plugin;
    plugin.register(() => this.#notice?.hide());
  }

  /** @param isSeen whether the person is looking at the queue */
  show(items: readonly ReviewItem[], isSeen: boolean): void {
    const count = items.length;
    this.#showBadge(count);
    const isNew = items.some(({ id }) => !this.#announced.has(id));
    this.#announced.clear();
    for (const { id } of items) this.#announced.add(id);
    if (count === 0 || isSeen) return this.#hide();
    // The button stays the same one: of a press that is under way on another, only the notice would hear, and go.
    if (this.#wordsEl?.isConnected === true) return setText(this.#wordsEl, WORDS.waiting(count));
    // One that the person has closed comes back only with something new.
    if (isNew) this.#notice = new Notice(this.#message(count), 0);
  }

  #showBadge(count: number): void {
    if (count === 0) {
      this.#badgeEl?.remove();
      this.#badgeEl = null;
      return;
    }
    this.#badgeEl ??= this.#newBadge();
    this.#badgeEl.setText(WORDS.badge(count));
    this.#badgeEl.setAttribute('aria-label', WORDS.waiting(count));
  }

  #newBadge(): HTMLElement {
    const badgeEl = this.#plugin.addStatusBarItem();
    badgeEl.addClass('mod-clickable', 'vault-loom-review-badge');
    badgeEl.setAttrs({ role: 'button', tabindex: '0', dir: 'ltr', 'data-tooltip-position': 'top' });
    badgeEl.addEventListener('click', this.#open);
    badgeEl.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.#open();
    });
    return badgeEl;
  }

  #message(count: number): DocumentFragment {
    return createFragment((fragment) => {
      this.#wordsEl = fragment.createSpan({ text: WORDS.waiting(count), attr: { dir: 'ltr' } });
      const button = fragment.createEl('button', { cls: 'vault-loom-review-show', text: WORDS.show });
      button.addEventListener('click', () => this.#open());
    });
  }

  #hide(): void {
    this.#notice?.hide();
    this.#notice = null;
  }
}
