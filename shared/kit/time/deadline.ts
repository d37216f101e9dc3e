import { scheduleTimeout, type Schedule } from './schedule.ts';

/**
 * What a task gives, or, where it takes longer than `ms`, what `late` gives or throws. The task itself goes on.
 */
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

/** Resolves with the task, or after `ms` without it; the task itself goes on. Rejects as the task does until then. */
export async function within(ms: number, task: Promise<unknown>, schedule: Schedule = scheduleTimeout): Promise<void> {
  await inTime(ms, task, () => undefined, schedule);
}

/** What a task gives, or the signal's reason as soon as it aborts. The task itself goes on. */
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

/** Runs a task with a signal that aborts when its time is over or it is called off; it is for the task to heed it. */
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

/** Tells of an abort, at once if it has been; returns the way to stop listening. */
function onAbort(signal: AbortSignal | undefined, tell: (reason: unknown) => void): () => void {
  const listener = (): void => tell(signal?.reason);
  if (signal?.aborted === true) listener();
  else signal?.addEventListener('abort', listener, { once: true });
  return () => signal?.removeEventListener('abort', listener);
}
