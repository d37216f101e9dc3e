import type { DOMWindow } from 'jsdom';
import { RESIZED } from '../app/realm/size-observer.ts';
import type { Box } from './protocol.ts';

const SIZES: Record<string, number> = { offsetWidth: 4, offsetHeight: 5, clientWidth: 6, clientHeight: 7 };

/**
 * Answers questions about layout, which jsdom has not, from what the page last reported. An element's first answer is a
 * box without size; from then on the page reports that element's box whenever it changes.
 */
export class LayoutBridge {
  readonly #undo: (() => void)[] = [];
  readonly #changed: () => void;
  #boxes = new WeakMap<Element, Box>();
  #known = new WeakSet<Element>();
  #asked: Element[] = [];

  constructor(window: DOMWindow, changed: () => void) {
    this.#changed = changed;
    const box = (element: Element): Box => this.#box(element);
    this.#replace(window.Element.prototype, 'getBoundingClientRect', {
      value(this: Element) {
        const [left, top, width, height] = box(this);
        return {
          x: left,
          y: top,
          left,
          top,
          width,
          height,
          right: left + width,
          bottom: top + height,
          toJSON: () => ({ left, top, width, height }),
        };
      },
      writable: true,
    });
    for (const [name, index] of Object.entries(SIZES)) {
      const prototype = name.startsWith('offset') ? window.HTMLElement.prototype : window.Element.prototype;
      this.#replace(prototype, name, {
        get(this: Element) {
          return box(this)[index];
        },
      });
    }
  }

  /** Elements whose boxes the page does not report yet. */
  takeAsked(): Element[] {
    return this.#asked.splice(0);
  }

  /** Observers of the element's size are told if it has changed. */
  report(element: Element, box: Box): void {
    const before = this.#boxes.get(element);
    this.#boxes.set(element, box);
    const { defaultView: window } = element.ownerDocument;
    if (window !== null && (before?.[2] !== box[2] || before[3] !== box[3]))
      element.dispatchEvent(new window.Event(RESIZED));
  }

  /** The page has dropped the node; if it comes back, its box is asked for again. */
  forget(node: Node): void {
    this.#known.delete(node as Element);
  }

  /** A new page knows of nothing. */
  reset(): void {
    this.#known = new WeakSet();
    this.#asked = [];
  }

  close(): void {
    for (const restore of this.#undo) restore();
  }

  #box(element: Element): Box {
    if (!this.#known.has(element) && element.isConnected) {
      this.#known.add(element);
      this.#asked.push(element);
      this.#changed();
    }
    return (element.isConnected ? this.#boxes.get(element) : undefined) ?? [0, 0, 0, 0, 0, 0, 0, 0];
  }

  #replace(prototype: object, name: string, descriptor: PropertyDescriptor): void {
    const original = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, ...descriptor });
    this.#undo.push(() => {
      if (original !== undefined) Object.defineProperty(prototype, name, original);
      else Reflect.deleteProperty(prototype, name);
    });
  }
}
