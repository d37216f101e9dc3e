import { statSync, watch, type FSWatcher } from 'node:fs';
import { makeFolder } from '../../shared/kit/disk/make-folder.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Calls `changed` when files in a folder come, go or grow; creates the folder if it is missing. If the system cannot
 * watch it, checks the folder's time once a second. Returns a function that stops it.
 */
export function watchFolder(folder: string, changed: () => void, schedule: Schedule): () => void {
  let watcher: FSWatcher | null = null;
  let cancel: () => void = () => undefined;
  let isStopped = false;
  const look = (seen: number): void => {
    if (isStopped) return;
    const now = timeOf(folder);
    if (now !== seen) changed();
    cancel = schedule(() => look(now), LOOK_EVERY_MS);
  };
  const lookInstead = (): void => {
    if (isStopped) return;
    watcher?.close();
    watcher = null;
    look(timeOf(folder));
  };
  const timeBefore = timeOf(folder);
  const watchIt = (): void => {
    if (isStopped) return;
    watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', lookInstead);
    if (timeOf(folder) !== timeBefore) changed();
  };
  makeFolder(folder, 0o700).then(watchIt).catch(lookInstead);
  return () => {
    isStopped = true;
    watcher?.close();
    cancel();
  };
}

function timeOf(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}
