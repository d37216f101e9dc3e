import { unrefTimer } from './unref-timer.ts';

/** Runs `task` once after `ms`, unless the returned function is called first. */
export type Schedule = (task: () => void, ms: number) => () => void;

/** `setTimeout` that does not keep the process alive. A hidden window of the app throttles it. */
export const scheduleTimeout: Schedule = (task, ms) => {
  const timer = unrefTimer(setTimeout(task, ms));
  return () => clearTimeout(timer);
};

/** `setTimeout` that keeps the process alive, for waits inside a call. */
export const scheduleAwake: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};
