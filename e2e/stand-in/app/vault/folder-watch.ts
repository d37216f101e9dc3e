import { watch, type FSWatcher } from 'node:fs';
import { QuietTimer } from '../../../../shared/kit/time/quiet-timer.ts';
import { nodeTimers } from '../realm/timers.ts';

/** How long the disk must be quiet before it is looked at; at the latest after this. */
const QUIET_MS = 30;
const LATEST_MS = 150;

/** Watches single folders, and reports those in which something changed, once the disk is quiet. */
export class FolderWatch {
  readonly #fullPath: (folder: string) => string;
  readonly #report: (folders: string[]) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #dirty = new Set<string>();
  readonly #quiet: QuietTimer;

  constructor(fullPath: (folder: string) => string, report: (folders: string[]) => void) {
    this.#fullPath = fullPath;
    this.#report = report;
    this.#quiet = new QuietTimer(
      QUIET_MS,
      LATEST_MS,
      () => this.#reportAll(),
      (task, ms) => {
        const timer = nodeTimers.setTimeout(task, ms);
        return () => nodeTimers.clearTimeout(timer);
      },
    );
  }

  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(this.#fullPath(folder), (type, name) => this.#changed(folder, type, name));
      watcher.on('error', () => this.remove(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#watchers.delete(folder);
    }
  }

  remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  has(folder: string): boolean {
    return this.#watchers.has(folder);
  }

  close(): void {
    this.#quiet.cancel();
    for (const folder of [...this.#watchers.keys()]) this.remove(folder);
  }

  /** Whether changes wait to be reported. */
  get isWaiting(): boolean {
    return this.#dirty.size > 0;
  }

  #changed(folder: string, type: string, name: string | null): void {
    this.#dirty.add(folder);
    const child = folder === '' ? name : `${folder}/${name}`;
    // The name may mean another folder now, which needs a watch of its own: a watch follows its folder to a new name.
    if (type === 'rename' && child !== null && this.#watchers.has(child)) {
      for (const known of [...this.#watchers.keys()])
        if (known === child || known.startsWith(`${child}/`)) this.remove(known);
      this.#dirty.add(child);
    }
    this.#quiet.touch();
  }

  #reportAll(): void {
    const folders = [...this.#dirty];
    this.#dirty.clear();
    this.#report(folders);
  }
}
