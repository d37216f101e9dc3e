import { scheduleTimeout, type Schedule } from './schedule.ts';

/** The result of a task, or, after `ms`, what `late` returns or throws. The task itself goes on. */
export async function inTime<T, L>(
  ms: number,
  task: Promise<T>,
  late: () => L,
  schedule: Schedule = scheduleTimeout,
): Promise<T | L> {
  let cancel: () => void = () => undefined;
  const over = new Promise<typeof OVER>((resolve) => {
    cancel = schedule(() => resolve(OVER), Math.max(0, ms));
  });
  try {
    const first = await Promise.race([task, over]);
    return first === OVER ? late() : first;
  } finally {
    cancel();
  }
}

/** Resolves with the task, or after `ms` without it; rejects if the task does so first. The task itself goes on. */
export async function within(ms: number, task: Promise<unknown>, schedule: Schedule = scheduleTimeout): Promise<void> {
  await inTime(ms, task, () => undefined, schedule);
}

/** The result of a task; rejects with the signal's reason once it aborts. The task itself goes on. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = onAbort(signal, reject);
  });
  try {
    return await Promise.race([aborted, task]);
  } finally {
    stop();
  }
}

export interface Deadline {
  ms: number;
  /** Why the task's signal aborts after `ms`. */
  late: () => Error;
  /** Aborts the task's signal sooner, with its own reason. */
  signal?: AbortSignal | undefined;
  schedule?: Schedule;
}

/** Runs a task with a signal that aborts after `ms` or with the given `signal`. Only the task itself can stop early. */
export async function withDeadline<T>(
  { ms, late, signal, schedule = scheduleTimeout }: Deadline,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stop = onAbort(signal, (reason) => ended.abort(reason));
  const cancel = schedule(() => ended.abort(late()), ms);
  try {
    return await task(ended.signal);
  } finally {
    cancel();
    stop();
  }
}

const OVER = Symbol('over');

/** Calls `tell` on abort, at once if already aborted. Returns a function that stops listening. */
function onAbort(signal: AbortSignal | undefined, tell: (reason: unknown) => void): () => void {
  const listener = (): void => tell(signal?.reason);
  if (signal?.aborted === true) listener();
  else signal?.addEventListener('abort', listener, { once: true });
  return () => signal?.removeEventListener('abort', listener);
}
