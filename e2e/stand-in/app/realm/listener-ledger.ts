import type { DOMWindow } from 'jsdom';

type Options = boolean | AddEventListenerOptions | undefined;

/**
 * Counts the listeners on windows, documents and their bodies, which outlive any one element; and lets listeners be
 * ended by signals of Node's AbortController, which jsdom refuses.
 */
export class ListenerLedger {
  readonly #held = new Map<EventTarget, Set<string>>();
  readonly #ids = new WeakMap<object, number>();
  #lastId = 0;

  get count(): number {
    let count = 0;
    for (const held of this.#held.values()) count += held.size;
    return count;
  }

  watch(window: DOMWindow): void {
    const { prototype } = window.EventTarget;
    const { addEventListener, removeEventListener } = prototype;
    const { document } = window;
    this.#held.set(window as unknown as EventTarget, new Set());
    this.#held.set(document, new Set());
    this.#held.set(document.body, new Set());
    const take = (
      target: EventTarget,
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options: Options,
    ): void => {
      if (listener === null) return;
      this.#held.get(target)?.add(this.#key(type, listener, options));
    };
    const drop = (
      target: EventTarget,
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options: Options,
    ): void => {
      if (listener === null) return;
      this.#held.get(target)?.delete(this.#key(type, listener, options));
    };
    prototype.addEventListener = function (this: EventTarget, type, listener, options): void {
      const { signal, ...rest } = typeof options === 'object' ? options : { capture: options === true };
      if (signal?.aborted === true) return;
      const target = this ?? window;
      addEventListener.call(target, type, listener, rest);
      take(target, type, listener, options);
      signal?.addEventListener('abort', () => target.removeEventListener(type, listener, rest), { once: true });
    };
    prototype.removeEventListener = function (this: EventTarget, type, listener, options): void {
      const target = this ?? window;
      removeEventListener.call(target, type, listener, options);
      drop(target, type, listener, typeof options === 'object' ? { capture: options.capture === true } : options);
    };
  }

  #key(type: string, listener: object, options: Options): string {
    let id = this.#ids.get(listener);
    if (id === undefined) this.#ids.set(listener, (id = ++this.#lastId));
    const capture = typeof options === 'object' ? options.capture === true : options === true;
    return `${type} ${String(capture)} ${String(id)}`;
  }
}
