import { JSDOM, ResourceLoader, VirtualConsole, type DOMWindow } from 'jsdom';
import { addBuiltinExtras } from '../dom/builtin-extras.ts';
import { addDomHelpers } from '../dom/dom-helpers.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { installDatabases } from './databases.ts';
import { ListenerLedger } from './listener-ledger.ts';
import { createPageTimers, type PageTimers } from './timers.ts';
import { WebWorker } from './web-worker.ts';

/** This process as a window of the sandbox: what a plugin's code finds around it. */
export interface Realm {
  window: DOMWindow;
  document: Document;
  timers: PageTimers;
  /** Listeners on windows, documents and bodies. */
  listeners: ListenerLedger;
  /** Makes another window, as a pop-out has it: with globals of its own. */
  openWindow(): DOMWindow;
  closeWindow(window: object): void;
  /** The main window first. */
  windows(): DOMWindow[];
  activeWorkers(): number;
  /** Gives the process its own globals back, and ends what runs. */
  leave(): Promise<void>;
}

export interface RealmOptions {
  /** The window is hidden: Chromium runs its timers once a second. */
  hiddenWindow: boolean;
}

const HIDDEN_WINDOW_MS = 1_000;
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title></head><body></body></html>';
const ADDRESS = 'https://app.sandbox.invalid/index.html';
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) sandbox/1.13.1 Chrome/138.0.0.0 Electron/37.0.0 Safari/537.36';

/** Names that Node has, too, but that have to be the DOM's: its events, or what belongs to a page. */
const TAKEN_FROM_DOM = new Set([
  'Event',
  'EventTarget',
  'CustomEvent',
  'navigator',
  'localStorage',
  'sessionStorage',
  'Storage',
]);
/** Of jsdom's window, what the timers below replace. */
const NOT_COPIED =
  /^(?:_|set(?:Timeout|Interval)$|clear(?:Timeout|Interval)$|(?:request|cancel)AnimationFrame$|queueMicrotask$|globalThis$|undefined$|console$|window$|self$|parent$|top$|frames$|event$)/;

/**
 * Makes this process a window of the sandbox: a page's DOM and Node's builtins in one realm (`window` is `globalThis`),
 * where timers are numbers, there is no `setImmediate`, and workers are web workers. Node's own URL, Blob, fetch,
 * AbortController, crypto and performance stay.
 */
export async function enterRealm(options: RealmOptions): Promise<Realm> {
  // Node makes these on first use from the globals of that moment.
  void globalThis.Response;
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const timers = createPageTimers(options.hiddenWindow ? HIDDEN_WINDOW_MS : 0);
  const listeners = new ListenerLedger();
  const opened: DOMWindow[] = [];
  const open = (main: boolean): DOMWindow => {
    const { window } = new JSDOM(PAGE, {
      url: ADDRESS,
      pretendToBeVisual: true,
      resources: new ResourceLoader({ userAgent: USER_AGENT }),
      virtualConsole: new VirtualConsole().forwardTo(console, { jsdomErrors: 'none' }),
    });
    opened.push(window);
    listeners.watch(window);
    fillBrowserGaps(window, timers, { hidden: options.hiddenWindow, main });
    addDomHelpers(window);
    return window;
  };
  const window = open(true);
  copyGlobals(window);
  await installDatabases(timers);
  addBuiltinExtras();
  return {
    window,
    document: window.document,
    timers,
    listeners,
    openWindow: () => open(false),
    closeWindow: (closing) => {
      const index = opened.findIndex((other) => other === closing);
      if (index > 0) opened.splice(index, 1)[0]?.close();
    },
    windows: () => [...opened],
    activeWorkers: () => WebWorker.active.size,
    leave: async () => {
      timers.clearAll();
      for (const worker of [...WebWorker.active]) worker.terminate();
      restoreGlobals(before);
      for (const other of opened) other.close();
    },
  };
}

function copyGlobals(window: DOMWindow): void {
  const inNode = new Set(Object.getOwnPropertyNames(globalThis));
  for (const name of Object.getOwnPropertyNames(window)) {
    if (NOT_COPIED.test(name) || (inNode.has(name) && !TAKEN_FROM_DOM.has(name))) continue;
    defineGlobal(name, forward(window, name));
  }
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    defineGlobal(name, { value: window[name].bind(window), writable: true });
  }
  for (const name of ['window', 'self', 'parent', 'top', 'frames', 'activeWindow'])
    defineGlobal(name, { value: globalThis, writable: true });
  defineGlobal('activeDocument', { value: window.document, writable: true });
  defineGlobal('Worker', { value: WebWorker, writable: true });
  Reflect.deleteProperty(globalThis, 'setImmediate');
  Reflect.deleteProperty(globalThis, 'clearImmediate');
  for (const name of PAGE_TIMERS) defineGlobal(name, { value: Reflect.get(window, name), writable: true });
}

const PAGE_TIMERS = [
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
];

/** Interfaces as they are, methods bound to their window, everything else read from and written to the window. */
function forward(window: DOMWindow, name: string): PropertyDescriptor {
  const value: unknown = Reflect.get(window, name);
  if (typeof value === 'function' && /^[A-Z]/.test(name)) return { value, writable: true };
  if (typeof value === 'function' && !name.startsWith('on')) return { value: value.bind(window), writable: true };
  return { get: () => Reflect.get(window, name), set: (next: unknown) => Reflect.set(window, name, next) };
}

function defineGlobal(name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, ...descriptor });
}

function restoreGlobals(before: Record<string, PropertyDescriptor>): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!(name in before)) Reflect.deleteProperty(globalThis, name);
  }
  for (const [name, descriptor] of Object.entries(before)) {
    if (descriptor.configurable === true) Object.defineProperty(globalThis, name, descriptor);
  }
}
