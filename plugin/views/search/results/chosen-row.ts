import { WORDS } from '../search-words.ts';

const LIST_ID = 'vault-loom-search-results';

/** Follows which row of the app's list is chosen, and tells assistive technology: a combobox with a list of options. */
export class ChosenRow<T> {
  readonly #inputEl: HTMLInputElement;
  readonly #listEl: HTMLElement;
  readonly #onChange: (item: T | null) => void;
  readonly #items = new WeakMap<Element, T>();
  #observer: MutationObserver | null = null;
  #chosenEl: Element | null = null;
  #count = 0;

  constructor(inputEl: HTMLInputElement, listEl: HTMLElement, onChange: (item: T | null) => void) {
    this.#inputEl = inputEl;
    this.#listEl = listEl;
    this.#onChange = onChange;
    const set = (el: HTMLElement, attributes: Record<string, string>): void => {
      for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
    };
    set(inputEl, {
      role: 'combobox',
      'aria-label': WORDS.inputLabel,
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': LIST_ID,
    });
    set(listEl, { id: LIST_ID, role: 'listbox', 'aria-label': WORDS.resultsLabel });
  }

  /** What the chosen row stands for. */
  get item(): T | null {
    const el = this.#listEl.querySelector('.suggestion-item.is-selected');
    return el === null ? null : (this.#items.get(el) ?? null);
  }

  /** Takes a new row of the list. */
  add(item: T, el: HTMLElement): void {
    this.#items.set(el, item);
    el.id = `${LIST_ID}-${(this.#count += 1)}`;
    el.setAttribute('role', 'option');
    el.setAttribute('aria-selected', 'false');
  }

  /** What the row that contains a node stands for. */
  itemAt(target: EventTarget | null): T | null {
    const el = (target as Element | null)?.closest('.suggestion-item') ?? null;
    return el === null ? null : (this.#items.get(el) ?? null);
  }

  /** Starts to follow; the list must be in its window. */
  watch(): void {
    const { defaultView } = this.#listEl.ownerDocument;
    if (defaultView === null) return;
    this.#observer = new defaultView.MutationObserver(() => this.look());
    this.#observer.observe(this.#listEl, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class'],
    });
    this.look();
  }

  close(): void {
    this.#observer?.disconnect();
  }

  /** Tells which row is chosen now, without waiting for the observer: until then the input names a row that is gone. */
  look(): void {
    const el = this.#listEl.querySelector('.suggestion-item.is-selected');
    this.#inputEl.setAttribute('aria-expanded', String(el !== null));
    if (el === this.#chosenEl) return;
    this.#chosenEl?.setAttribute('aria-selected', 'false');
    this.#chosenEl = el;
    if (el === null) this.#inputEl.removeAttribute('aria-activedescendant');
    else {
      el.setAttribute('aria-selected', 'true');
      this.#inputEl.setAttribute('aria-activedescendant', el.id);
    }
    this.#onChange(this.item);
  }
}

/** A browser also reports moves when the rows move below a resting pointer: those must not choose a row. */
export function letPassOnlyMoves(el: HTMLElement): void {
  let at: string | null = null;
  el.addEventListener(
    'mousemove',
    (event) => {
      const place = `${event.clientX} ${event.clientY}`;
      if (at === null || at === place) event.stopPropagation();
      at = place;
    },
    { capture: true },
  );
}
