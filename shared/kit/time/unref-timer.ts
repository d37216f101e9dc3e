/** Lets the process end while the timer runs. In the app timers are numbers, without that method. */
export function unrefTimer<T>(timer: T): T {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
