import type { DOMWindow } from 'jsdom';
import { define, defineGetters } from './define.ts';

type Listener = (this: EventTarget, event: Event, target?: Element) => unknown;
type Options = boolean | AddEventListenerOptions;

interface Delegated {
  selector: string;
  listener: Listener;
  options: Options | undefined;
  callback: (event: Event) => void;
}

type Delegating = EventTarget & { _EVENTS?: Record<string, Delegated[]> };

/** Adds delegated listeners, clicks of all buttons, and notices of being inserted or moved to another window. */
export function addEventHelpers(window: DOMWindow): void {
  for (const { prototype } of [window.HTMLElement, window.SVGElement, window.Document]) define(prototype, { on, off });
  define(window.Node.prototype, {
    onClickEvent(this: HTMLElement, listener: Listener, options?: Options) {
      this.addEventListener('click', listener as EventListener, options);
      this.addEventListener('auxclick', listener as EventListener, options);
    },
    trigger(this: Node, type: string) {
      this.dispatchEvent(new window.Event(type, { bubbles: true, cancelable: true }));
    },
    onNodeInserted(this: HTMLElement, listener: () => unknown, once = false) {
      return onInserted(window, this, listener, once);
    },
    onWindowMigrated(this: HTMLElement, listener: (win: Window) => unknown) {
      let home = this.win;
      return onInserted(
        window,
        this,
        () => {
          if (this.win === home) return;
          home = this.win;
          listener(home);
        },
        false,
      );
    },
  });
  defineGetters(window.UIEvent.prototype, {
    targetNode() {
      return (this as UIEvent).target;
    },
    doc() {
      return ((this as UIEvent).target as Node | null)?.doc ?? window.document;
    },
    win() {
      return ((this as UIEvent).target as Node | null)?.win ?? window;
    },
  });
  define(window.UIEvent.prototype, {
    instanceOf(this: UIEvent, type: { name: string }) {
      const own: unknown = Reflect.get(window, type.name);
      return this instanceof (type as never) || (typeof own === 'function' && this instanceof own);
    },
  });
}

function on(this: Delegating, type: string, selector: string, listener: Listener, options?: Options): void {
  const callback = (event: Event): void => {
    const start = event.target as Node | null;
    const element = start?.nodeType === 1 ? (start as Element) : (start?.parentElement ?? null);
    const found = element?.closest(selector) ?? null;
    if (found !== null && (this as unknown as Node).contains(found)) listener.call(this, event, found);
  };
  const events = (this._EVENTS ??= {});
  (events[type] ??= []).push({ selector, listener, options, callback });
  this.addEventListener(type, callback, options);
}

function off(this: Delegating, type: string, selector: string, listener: Listener, options?: Options): void {
  const registered = this._EVENTS?.[type] ?? [];
  const index = registered.findIndex(
    (entry) => entry.selector === selector && entry.listener === listener && entry.options === options,
  );
  const [entry] = index < 0 ? [] : registered.splice(index, 1);
  if (entry !== undefined) this.removeEventListener(type, entry.callback, options);
}

/**
 * The app notices insertions when it renders, so after the fact; an element in the document counts as just inserted.
 */
function onInserted(window: DOMWindow, element: Node, listener: () => unknown, once: boolean): () => void {
  let wasConnected = false;
  const look = (): void => {
    if (element.isConnected === wasConnected) return;
    wasConnected = element.isConnected;
    if (!wasConnected) return;
    if (once) stop();
    listener();
  };
  const observer = new window.MutationObserver(look);
  const stop = (): void => observer.disconnect();
  observer.observe(window.document, { childList: true, subtree: true });
  queueMicrotask(() => {
    if (element.isConnected) look();
  });
  return stop;
}
