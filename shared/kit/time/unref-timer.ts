/** Lets a process end although the timer runs. In the app timers are numbers, which have no such method. */
export function unrefTimer<T>(timer: T): T {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
