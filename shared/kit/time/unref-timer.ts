/** Lets the process end while the timer runs. In the app timers are numbers, without that method. */
export function unrefTimer<T extends number | { unref?: () => unknown }>(timer: T): T {
  if (typeof timer === 'object') timer.unref?.();
  return timer;
}
