import { nodeTimers, type PageTimers } from './timers.ts';

/**
 * Gives the realm an empty IndexedDB, in memory. Its transactions run as tasks of their own, which a hidden window does
 * not slow down, so `scheduler.postTask`, which Chromium has as well, stands on Node's immediates.
 */
export async function installDatabases(timers: PageTimers): Promise<void> {
  Object.defineProperty(globalThis, 'scheduler', {
    configurable: true,
    value: {
      postTask: (task: () => unknown, options: { delay?: number } = {}) =>
        new Promise((resolve, reject) => {
          const run = (): void => {
            try {
              resolve(task());
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
          };
          if (options.delay === undefined) nodeTimers.setImmediate(run);
          else timers.setTimeout(run, options.delay);
        }),
    },
  });
  const databases: Record<string, unknown> = { ...(await import('fake-indexeddb')) };
  for (const [name, value] of Object.entries(databases)) {
    if (!/^(?:IDB|indexedDB$)/.test(name)) continue;
    const own = name === 'indexedDB' ? new (databases.IDBFactory as new () => unknown)() : value;
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: own });
  }
}
