/** Runs `task` once after `ms`, unless the returned function is called first. */
export type Schedule = (task: () => void, ms: number) => () => void;

/** `setTimeout` that does not keep the process alive. In the app timers are plain numbers, and throttled while its window is hidden. */
export const scheduleTimeout: Schedule = (task, ms) => {
  const timer: unknown = setTimeout(task, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
  return () => {
    clearTimeout(timer as NodeJS.Timeout);
  };
};
