import type { SpawnWorker } from '../../shared/kit/concurrency/spawn-worker.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';

export interface WorkerTimers {
  schedule: Schedule;
  /** Ends the worker; pending tasks never run. */
  close(): Promise<void>;
}

/**
 * Timers that keep time while the app's window is hidden. Chromium then runs a window's own timers once a second, and
 * after some minutes once a minute, but throttles neither a worker's timers nor its messages.
 */
export function startWorkerTimers(spawnWorker: SpawnWorker): WorkerTimers {
  const worker = spawnWorker(TIMER_CODE, 'vault-loom timers');
  const tasks = new Map<number, () => void>();
  let lastId = 0;
  worker.onMessage((id) => {
    if (typeof id !== 'number') return;
    const task = tasks.get(id);
    tasks.delete(id);
    task?.();
  });
  return {
    schedule: (task, ms) => {
      const id = ++lastId;
      tasks.set(id, task);
      worker.postMessage({ id, ms });
      return () => {
        if (tasks.delete(id)) worker.postMessage({ id, ms: null });
      };
    },
    close: async () => {
      tasks.clear();
      await worker.terminate();
    },
  };
}

/** Starts a timer for `{id, ms}` and posts the id when it runs out; `ms: null` stops it. */
const TIMER_CODE = `
const timers = new Map();
self.onmessage = ({ data: { id, ms } }) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (ms === null) return;
  timers.set(id, setTimeout(() => {
    timers.delete(id);
    self.postMessage(id);
  }, ms));
};
`;
