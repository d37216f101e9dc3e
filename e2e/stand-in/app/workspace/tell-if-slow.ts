import { nodeTimers } from '../realm/timers.ts';
import { Notice } from '../ui/notice.ts';

/** How long a view or a start may take before it is said. */
const PATIENCE_MS = 5_000;

/** Waits for something; says so, in the window and on stderr, if it takes long. In the app it would be a frozen or blank window. */
export async function tellIfSlow<T>(what: string, work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const timer = nodeTimers.setTimeout(() => {
    const message = `${what} has taken more than ${patienceMs / 1000} s so far: does it wait for something that waits for it?`;
    console.error(message);
    new Notice(message, 0);
  }, patienceMs);
  try {
    return await work;
  } finally {
    nodeTimers.clearTimeout(timer);
  }
}
