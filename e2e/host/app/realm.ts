import { createRequire, isBuiltin } from 'node:module';
import { WebWorker } from './web-worker.ts';

type NodeTimer = ReturnType<typeof setTimeout>;

/** What the plugin's code finds around it, beside the app's own module. */
export interface Realm {
  /** The `require` that plugins get. */
  require(name: string): unknown;
  activeTimers(): number;
  activeWorkers(): number;
}

/** Once a second: how often Chromium runs the timers of a hidden window. */
const HIDDEN_WINDOW_MS = 1_000;

/**
 * Makes this process a window of the app, as far as code can tell: timers are numbers, there is no `setImmediate`,
 * workers are web workers, and Node's `worker_threads` is out of reach. For the whole process, as in the app, where Node
 * and the DOM share one realm.
 */
export function enterRealm(obsidian: object, options: { hiddenWindow: boolean }): Realm {
  const activeTimers = installNumericTimers(options.hiddenWindow ? HIDDEN_WINDOW_MS : 0);
  Reflect.deleteProperty(globalThis, 'setImmediate');
  Reflect.deleteProperty(globalThis, 'clearImmediate');
  Object.assign(globalThis, { window: globalThis, self: globalThis, Worker: WebWorker });
  const nodeRequire = createRequire(import.meta.url);
  return {
    require: (name) => requireInApp(name, obsidian, nodeRequire),
    activeTimers,
    activeWorkers: () => WebWorker.active.size,
  };
}

function requireInApp(name: string, obsidian: object, nodeRequire: NodeJS.Require): unknown {
  const bare = name.replace(/^node:/, '');
  if (name === 'obsidian') return obsidian;
  if (name === 'electron') return {};
  if (bare === 'worker_threads') throw new Error('The V8 platform used by this instance of Node does not support creating Workers');
  if (isBuiltin(name)) return nodeRequire(name);
  throw new Error(`Cannot find module '${name}'`);
}

function installNumericTimers(leastMs: number): () => number {
  const { setTimeout: nodeTimeout, setInterval: nodeInterval, clearTimeout: nodeClear } = globalThis;
  const running = new Map<number, NodeTimer>();
  let last = 0;

  const start = (run: (id: number) => NodeTimer): number => {
    const id = ++last;
    running.set(id, run(id));
    return id;
  };
  const clear = (id: unknown): void => {
    if (typeof id !== 'number') return;
    nodeClear(running.get(id));
    running.delete(id);
  };
  Object.assign(globalThis, {
    setTimeout: (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start((id) =>
        nodeTimeout(() => {
          running.delete(id);
          task(...args);
        }, Math.max(leastMs, ms)),
      ),
    setInterval: (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start(() => nodeInterval(() => task(...args), Math.max(leastMs, ms))),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return () => running.size;
}
