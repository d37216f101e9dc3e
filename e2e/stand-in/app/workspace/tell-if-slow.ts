import { nodeTimers } from '../realm/timers.ts';
import { Notice } from '../ui/notice.ts';

/** How long a view or a start may take before it is said. */
const PATIENCE_MS = 5_000;

/**
 * Says so, in the window and on stderr, if something takes long: in the app the window would be frozen or blank. Gives
 * the same promise back, so that nothing comes a turn later for it.
 */
export function tellIfSlow<T>(what: string, work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const timer = nodeTimers.setTimeout(() => {
    const message = `${what} has taken more than ${patienceMs / 1000} s so far: does it wait for something that waits for it?`;
    console.error(message);
    new Notice(message, 0);
  }, patienceMs);
  const done = (): void => nodeTimers.clearTimeout(timer);
  work.then(done, done);
  return work;
}
