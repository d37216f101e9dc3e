export interface KeyedListOptions<T, E extends Element = HTMLElement, P extends Element = HTMLElement> {
  keyOf: (item: T) => string;
  /** Makes the element of an item that was not shown before, anywhere in `parent`. It is placed and updated next. */
  create: (item: T, parent: P) => E;
  update: (element: E, item: T) => void;
}

interface Shown<T, E> {
  element: E;
  item: T;
}

/**
 * Keeps an element for each item of a list, by key. An element stays the same one while its item stays, and the one
 * that holds the focus is never taken out of the document, so focus and scroll survive an update. Of items with the
 * same key, the first is shown.
 */
export class KeyedList<T, E extends Element = HTMLElement, P extends Element = HTMLElement> {
  readonly #parent: P;
  readonly #options: KeyedListOptions<T, E, P>;
  #shown = new Map<string, Shown<T, E>>();

  /** @param parent holds nothing else */
  constructor(parent: P, options: KeyedListOptions<T, E, P>) {
    this.#parent = parent;
    this.#options = options;
  }

  /** The keys shown, in order. */
  get keys(): string[] {
    return [...this.#shown.keys()];
  }

  element(key: string): E | null {
    return this.#shown.get(key)?.element ?? null;
  }

  item(key: string): T | null {
    return this.#shown.get(key)?.item ?? null;
  }

  /** The key of the element that contains `node`. */
  keyAt(node: Node | null): string | null {
    return [...this.#shown].find(([, { element }]) => element.contains(node))?.[0] ?? null;
  }

  /** Has each element stand for what became of its item, so that it stays the same one when that is shown. */
  follow(after: (item: T) => T): void {
    const followed = new Map<string, Shown<T, E>>();
    for (const { element, item } of this.#shown.values()) {
      const now = after(item);
      const key = this.#options.keyOf(now);
      if (followed.has(key)) element.remove();
      else followed.set(key, { element, item: now });
    }
    this.#shown = followed;
  }

  show(items: readonly T[]): void {
    const { keyOf, create, update } = this.#options;
    const next = new Map<string, Shown<T, E>>();
    for (const item of items) {
      const key = keyOf(item);
      if (next.has(key)) continue;
      const element = this.#shown.get(key)?.element ?? create(item, this.#parent);
      next.set(key, { element, item });
    }
    for (const [key, { element }] of this.#shown) if (!next.has(key)) element.remove();
    this.#shown = next;
    this.#place([...next.values()].map(({ element }) => element));
    for (const { element, item } of next.values()) update(element, item);
  }

  #place(elements: readonly E[]): void {
    const focused = this.#parent.ownerDocument.activeElement;
    let place = this.#parent.firstElementChild;
    for (const element of elements) {
      // The element with the focus stays; the one before it moves instead, and is placed when its turn comes.
      if (element.contains(focused)) {
        while (place !== null && place !== element) {
          const moved = place;
          place = place.nextElementSibling;
          this.#parent.append(moved);
        }
      }
      if (place === element) place = place.nextElementSibling;
      else this.#parent.insertBefore(element, place);
    }
  }
}
