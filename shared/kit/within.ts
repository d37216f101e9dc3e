import { scheduleTimeout, type Schedule } from './schedule.ts';

/** Resolves with the task, or after `ms` without it; the task itself continues. Rejects as the task does until then. */
export async function within(ms: number, task: Promise<unknown>, schedule: Schedule = scheduleTimeout): Promise<void> {
  let cancel: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = schedule(resolve, ms);
  });
  try {
    await Promise.race([task, late]);
  } finally {
    cancel();
  }
}
