import type { DOMWindow } from 'jsdom';
import { define, defineGetters } from '../dom/define.ts';
import { isRendered } from '../dom/is-rendered.ts';
import type { PageTimers } from './timers.ts';
import { PageFileReader } from './file-reader.ts';
import { SizeObserver } from './size-observer.ts';
import { dragEventOf, TransferredData } from './transferred-data.ts';

/**
 * Gives a jsdom window what plugins expect of Chromium and jsdom lacks. Nothing has a size, as jsdom does no layout.
 */
export function fillBrowserGaps(
  window: DOMWindow,
  timers: PageTimers,
  options: { hidden: boolean; main: boolean },
): void {
  const { document } = window;
  define(window, {
    setTimeout: timers.setTimeout,
    setInterval: timers.setInterval,
    clearTimeout: timers.clearTimeout,
    clearInterval: timers.clearInterval,
    requestAnimationFrame: timers.requestAnimationFrame,
    cancelAnimationFrame: timers.cancelAnimationFrame,
    requestIdleCallback: timers.requestIdleCallback,
    cancelIdleCallback: timers.cancelIdleCallback,
    matchMedia: (query: string) => mediaQuery(window, query),
    ResizeObserver: SizeObserver,
    IntersectionObserver: VisibilityObserver,
    FileReader: PageFileReader,
    DataTransfer: TransferredData,
    DragEvent: dragEventOf(window),
    innerWidth: 1280,
    innerHeight: 800,
    scrollTo: () => {},
    scrollBy: () => {},
    focus: () => {},
    blur: () => {},
    open: () => null,
    CodeMirror: {
      modes: {},
      mimeModes: {},
      defineMode: () => {},
      getMode: () => ({}),
      defineMIME: () => {},
      defineSimpleMode: () => {},
    },
    CSS: { escape: escapeIdentifier, supports: () => false },
  });
  defineGetters(window.Document.prototype, {
    hidden: () => options.hidden,
    visibilityState: () => (options.hidden ? 'hidden' : 'visible'),
  });
  define(window.Document.prototype, {
    hasFocus: () => !options.hidden,
    execCommand: () => false,
    elementFromPoint: () => null,
    elementsFromPoint: () => [],
  });
  // Code compares an element's window with `window`, which is the process's global object.
  if (options.main) Object.defineProperty(document, 'defaultView', { configurable: true, get: () => globalThis });
  define(window.Element.prototype, {
    scrollIntoView: () => {},
    scrollTo: () => {},
    scrollBy: () => {},
    animate: () => ({
      finished: Promise.resolve(),
      cancel: () => {},
      finish: () => {},
      play: () => {},
      addEventListener: () => {},
      onfinish: null,
    }),
    getAnimations: () => [],
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
    hasPointerCapture: () => false,
    checkVisibility(this: Element) {
      return isRendered(this);
    },
  });
  Object.defineProperty(window.HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      return this.textContent;
    },
    set(this: HTMLElement, text: string) {
      this.textContent = text;
    },
  });
  Object.defineProperty(window.HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return isRendered(this) ? this.parentElement : null;
    },
  });
  define(window.Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new PlainRect() });
  define(window.HTMLCanvasElement.prototype, { getContext: () => null, toDataURL: () => 'data:,' });
  Object.defineProperty(window.navigator, 'clipboard', { configurable: true, value: pageClipboard() });
  acceptGlobalAsView(window);
  for (const { prototype } of [window.Element, window.DocumentFragment]) findAmongSameIds(prototype);
}

/**
 * jsdom's `querySelector` asks the document for an id, so it misses the element inside where one outside has the same
 * id.
 */
function findAmongSameIds(prototype: ParentNode): void {
  const { querySelector } = prototype;
  define(prototype, {
    querySelector(this: ParentNode, selector: string) {
      return String(selector).includes('#')
        ? (this.querySelectorAll(selector)[0] ?? null)
        : querySelector.call(this, selector);
    },
  });
}

const VIEW_EVENTS = [
  'UIEvent',
  'MouseEvent',
  'KeyboardEvent',
  'FocusEvent',
  'InputEvent',
  'PointerEvent',
  'TouchEvent',
  'WheelEvent',
  'CompositionEvent',
];

/** jsdom takes only its own window for an event's `view`; in the realm that is `globalThis`. */
function acceptGlobalAsView(window: DOMWindow): void {
  for (const name of VIEW_EVENTS) {
    const Original: unknown = Reflect.get(window, name);
    if (typeof Original !== 'function') continue;
    const Accepting = new Proxy(Original, {
      construct(target, [type, init, ...rest]: unknown[], newTarget) {
        const isObject = typeof init === 'object' && init !== null;
        const accepted = isObject && 'view' in init && init.view === globalThis ? { ...init, view: window } : init;
        return Reflect.construct(target, [type, accepted, ...rest], newTarget) as object;
      },
    });
    define(window, { [name]: Accepting });
  }
}

function mediaQuery(window: DOMWindow, query: string): MediaQueryList {
  const isDark = /prefers-color-scheme:\s*dark/.test(query) && window.document.body.classList.contains('theme-dark');
  const target = new window.EventTarget();
  return Object.assign(target, {
    media: query,
    matches: isDark,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList;
}

class PlainRect {
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  top = 0;
  left = 0;
  right = 0;
  bottom = 0;
}

/** Takes every connected element for visible: lists that wait to be seen are filled. */
class VisibilityObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly thresholds = [0];
  readonly #callback: (entries: object[], observer: VisibilityObserver) => void;
  readonly #observed = new Set<Element>();

  constructor(callback: (entries: object[], observer: VisibilityObserver) => void) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    if (this.#observed.has(target)) return;
    this.#observed.add(target);
    queueMicrotask(() => {
      if (!this.#observed.has(target)) return;
      const rect = target.getBoundingClientRect();
      const isIntersecting = target.isConnected;
      this.#callback(
        [
          {
            target,
            isIntersecting,
            intersectionRatio: isIntersecting ? 1 : 0,
            boundingClientRect: rect,
            intersectionRect: rect,
            rootBounds: null,
            time: performance.now(),
          },
        ],
        this,
      );
    });
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
  }

  disconnect(): void {
    this.#observed.clear();
  }

  takeRecords(): object[] {
    return [];
  }
}

function pageClipboard(): object {
  let text = '';
  return {
    readText: async () => text,
    writeText: async (next: string) => {
      text = next;
    },
    write: async () => {},
    read: async () => [],
  };
}

/** As CSSOM's `CSS.escape`. */
function escapeIdentifier(value: string): string {
  return [...value]
    .map((char, index) => {
      const code = char.charCodeAt(0);
      if (code === 0) return '\ufffd';
      const isControl = code <= 0x1f || code === 0x7f;
      const isLeadingDigit = /[0-9]/.test(char) && (index === 0 || (index === 1 && value.startsWith('-')));
      if (isControl || isLeadingDigit) return `\\${code.toString(16)} `;
      if (value === '-') return '\\-';
      return code >= 0x80 || /[-\w]/.test(char) ? char : `\\${char}`;
    })
    .join('');
}
