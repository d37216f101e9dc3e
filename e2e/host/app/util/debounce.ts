/** A function whose calls are gathered into one. */
export interface Debouncer<Args extends unknown[], Result> {
  (...args: Args): Debouncer<Args, Result>;
  cancel(): Debouncer<Args, Result>;
  /** Does at once what waits; nothing when nothing waits. */
  run(): Result | undefined;
}

/**
 * The app's debounce: the last call's arguments, `timeout` milliseconds after the first call, or after the last one with
 * `resetTimer`.
 */
export function debounce<Args extends unknown[], Result>(task: (...args: Args) => Result, timeout = 0, resetTimer = false): Debouncer<Args, Result> {
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
      if (timer !== null) clearTimeout(timer as number);
      timer = setTimeout(fire, timeout);
      return debounced;
    },
    {
      cancel: () => {
        if (timer !== null) clearTimeout(timer as number);
        timer = null;
        waiting = null;
        return debounced;
      },
      run: () => {
        if (timer !== null) clearTimeout(timer as number);
        return fire();
      },
    },
  );
  return debounced;
}
