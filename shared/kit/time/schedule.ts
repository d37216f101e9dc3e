import { unrefTimer } from './unref-timer.ts';

/** Runs `task` once after `ms`, unless the returned function is called first. */
export type Schedule = (task: () => void, ms: number) => () => void;

/** `setTimeout` that does not keep the process alive. In the app timers are plain numbers, and throttled while its window is hidden. */
export const scheduleTimeout: Schedule = (task, ms) => {
  const timer = unrefTimer(setTimeout(task, ms));
  return () => clearTimeout(timer);
};

/** `setTimeout` that keeps its process alive until then, for what a call waits for. */
export const scheduleAwake: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};
