import { untilAborted } from './deadline.ts';
import { scheduleAwake, type Schedule } from './schedule.ts';

/**
 * Resolves after `ms`; rejects with the signal's reason once it aborts. Keeps the process alive unless `schedule` does
 * not.
 */
export async function sleep(
  ms: number,
  { schedule = scheduleAwake, signal }: { schedule?: Schedule | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  let cancel: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = schedule(resolve, ms);
  });
  if (signal === undefined) return over;
  try {
    await untilAborted(over, signal);
  } finally {
    cancel();
  }
}
