type NodeTimer = ReturnType<typeof setTimeout>;
type Task = (...args: unknown[]) => void;

/** Timers as a web page has them: their handles are numbers. */
export interface PageTimers {
  setTimeout(task: Task, ms?: number, ...args: unknown[]): number;
  setInterval(task: Task, ms?: number, ...args: unknown[]): number;
  clearTimeout(id: unknown): void;
  clearInterval(id: unknown): void;
  requestAnimationFrame(task: (time: number) => void): number;
  cancelAnimationFrame(id: unknown): void;
  requestIdleCallback(task: (deadline: IdleDeadline) => void, options?: { timeout?: number }): number;
  cancelIdleCallback(id: unknown): void;
  /** How many timers are set. */
  count(): number;
  clearAll(): void;
}

/**
 * Node's own timers, from before a realm takes their names. The host's own work uses these, so that nothing throttles
 * or counts it.
 */
export const nodeTimers = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
};

const FRAME_MS = 16;
const IDLE_MS = 12;

/** Makes timers of which none fires sooner than `leastMs` after it was set. */
export function createPageTimers(leastMs: number): PageTimers {
  const running = new Map<number, NodeTimer>();
  let last = 0;

  const start = (run: (id: number) => NodeTimer): number => {
    const id = ++last;
    running.set(id, run(id));
    return id;
  };
  const once = (task: () => void, ms: number): number =>
    start((id) =>
      nodeTimers.setTimeout(
        () => {
          running.delete(id);
          task();
        },
        Math.max(leastMs, ms),
      ),
    );
  const clear = (id: unknown): void => {
    if (typeof id !== 'number') return;
    nodeTimers.clearTimeout(running.get(id));
    running.delete(id);
  };
  return {
    setTimeout: (task, ms = 0, ...args) => once(() => task(...args), ms),
    setInterval: (task, ms = 0, ...args) =>
      start(() => nodeTimers.setInterval(() => task(...args), Math.max(leastMs, ms))),
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame: (task) => once(() => task(performance.now()), FRAME_MS),
    cancelAnimationFrame: clear,
    requestIdleCallback: (task) => once(() => task(idleDeadline()), 1),
    cancelIdleCallback: clear,
    count: () => running.size,
    clearAll: () => {
      for (const id of [...running.keys()]) clear(id);
    },
  };
}

function idleDeadline(): IdleDeadline {
  const end = performance.now() + IDLE_MS;
  return { didTimeout: false, timeRemaining: () => Math.max(0, end - performance.now()) };
}
