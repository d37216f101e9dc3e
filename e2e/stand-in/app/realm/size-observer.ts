/** Dispatched on an element when the page, which does the layout, reports another size of it. */
export const RESIZED = 'sandbox-resized';

/** Reports each element when it is first observed, as a browser does, and when the page reports another size of it. */
export class SizeObserver {
  readonly #callback: ResizeObserverCallback;
  readonly #observed = new Set<Element>();
  readonly #resized = ({ target }: Event): void => this.#report(target as Element);

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    if (this.#observed.has(target)) return;
    this.#observed.add(target);
    target.addEventListener(RESIZED, this.#resized);
    queueMicrotask(() => this.#report(target));
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
    target.removeEventListener(RESIZED, this.#resized);
  }

  disconnect(): void {
    for (const target of [...this.#observed]) this.unobserve(target);
  }

  #report(target: Element): void {
    if (!this.#observed.has(target)) return;
    const contentRect = target.getBoundingClientRect();
    const size = [{ inlineSize: contentRect.width, blockSize: contentRect.height }];
    this.#callback(
      [{ target, contentRect, borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size }],
      this,
    );
  }
}
