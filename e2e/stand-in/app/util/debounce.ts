/** A function whose calls are gathered into one. */
export interface Debouncer<Args extends unknown[], Result> {
  (...args: Args): Debouncer<Args, Result>;
  cancel(): Debouncer<Args, Result>;
  /** Does at once what waits; nothing when nothing waits. */
  run(): Result | undefined;
}

/**
 * The app's debounce: the last call's arguments, `timeout` milliseconds after the first call, or after the last one
 * with `resetTimer`.
 *
 * @param timers the page's own unless given
 */
export function debounce<Args extends unknown[], Result>(
  task: (...args: Args) => Result,
  timeout = 0,
  resetTimer = false,
  timers: { setTimeout: (task: () => void, ms: number) => unknown; clearTimeout: (timer: never) => void } = globalThis,
): Debouncer<Args, Result> {
  let timer: unknown = null;
  let waiting: (() => Result) | null = null;

  const fire = (): Result | undefined => {
    timer = null;
    const call = waiting;
    waiting = null;
    return call?.();
  };
  const debounced: Debouncer<Args, Result> = Object.assign(
    function (this: unknown, ...args: Args) {
      waiting = () => task.apply(this, args);
      if (timer !== null && !resetTimer) return debounced;
      if (timer !== null) timers.clearTimeout(timer as never);
      timer = timers.setTimeout(fire, timeout);
      return debounced;
    },
    {
      cancel: () => {
        if (timer !== null) timers.clearTimeout(timer as never);
        timer = null;
        waiting = null;
        return debounced;
      },
      run: () => {
        if (timer !== null) timers.clearTimeout(timer as never);
        return fire();
      },
    },
  );
  return debounced;
}
