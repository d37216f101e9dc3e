import { resolveObjectURL } from 'node:buffer';
import { Worker } from 'node:worker_threads';

/** A web worker over a worker thread: takes the URL of a Blob, and its code sees neither `require` nor `process`. */
export class WebWorker extends EventTarget {
  static readonly active = new Set<WebWorker>();
  onmessage: Handler = null;
  onerror: Handler = null;
  onmessageerror: Handler = null;
  /** Null until its code is read. */
  #thread: Worker | null = null;
  /** Messages from before then. */
  #waiting: { message: unknown; list: ArrayBuffer[] }[] = [];
  #terminated = false;

  constructor(url: string | URL, { name = '' }: { name?: string } = {}) {
    super();
    // Taken at once: the page may revoke the URL as soon as the constructor has returned.
    const blob = resolveObjectURL(String(url));
    if (blob === undefined) throw new DOMException(`There is no script at ${String(url)}`, 'SecurityError');
    WebWorker.active.add(this);
    void blob.text().then((code) => {
      if (!this.#terminated) this.#start(code, name, String(url));
    });
  }

  postMessage(message: unknown, transfer: ArrayBuffer[] | { transfer?: ArrayBuffer[] } = []): void {
    const list = Array.isArray(transfer) ? transfer : (transfer.transfer ?? []);
    // Cloned now in any case, as a page does; what was moved here is moved on later, and not copied.
    if (this.#thread === null) this.#waiting.push(structuredClone({ message, list }, { transfer: list }));
    else this.#thread.postMessage(message, list);
  }

  terminate(): void {
    this.#terminated = true;
    void this.#end();
  }

  async #end(): Promise<void> {
    await this.#thread?.terminate();
    WebWorker.active.delete(this);
  }

  #start(code: string, name: string, url: string): void {
    const thread = new Worker(PRELUDE, { eval: true, workerData: { code, name, url } });
    thread.on('message', (data) => this.#dispatch(this.onmessage, new MessageEvent('message', { data })));
    thread.on('messageerror', (data) =>
      this.#dispatch(this.onmessageerror, new MessageEvent('messageerror', { data })),
    );
    thread.on('error', (error) => this.#dispatch(this.onerror, new WorkerErrorEvent(error)));
    thread.on('exit', () => WebWorker.active.delete(this));
    for (const { message, list } of this.#waiting) thread.postMessage(message, list);
    [this.#thread, this.#waiting] = [thread, []];
  }

  #dispatch(handler: Handler, event: Event): void {
    if (this.#terminated) return;
    handler?.(event);
    this.dispatchEvent(event);
  }
}

type Handler = ((event: Event) => void) | null;

class WorkerErrorEvent extends Event {
  readonly message: string;
  readonly error: unknown;

  constructor(error: unknown) {
    super('error', { cancelable: true });
    this.message = `Uncaught ${String(error)}`;
    this.error = error;
  }
}

/** Gives a worker thread the globals of a web worker, takes Node's away, and runs the page's code at the top level. */
const PRELUDE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const quit = process.exit.bind(process);
  const target = new EventTarget();
  class WorkerGlobalScope {
    static [Symbol.hasInstance](value) { return value === globalThis; }
  }
  class DedicatedWorkerGlobalScope extends WorkerGlobalScope {}
  Object.assign(globalThis, {
    self: globalThis,
    name: workerData.name,
    WorkerGlobalScope,
    DedicatedWorkerGlobalScope,
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    location: new URL(workerData.url),
    importScripts: () => { throw new DOMException('The sandbox has no scripts to import.', 'NetworkError'); },
    postMessage: (message, transfer) => parentPort.postMessage(message, Array.isArray(transfer) ? transfer : transfer?.transfer),
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    close: () => quit(0),
  });
  globalThis.navigator ??= { userAgent: 'Mozilla/5.0 sandbox Chrome Safari', language: 'en-US', hardwareConcurrency: 2 };
  parentPort.on('message', (data) => {
    const event = new MessageEvent('message', { data });
    globalThis.onmessage?.call(globalThis, event);
    target.dispatchEvent(event);
  });
  for (const name of ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'setImmediate', 'clearImmediate', '__filename', '__dirname']) {
    delete globalThis[name];
  }
  (0, eval)(workerData.code);
`;
