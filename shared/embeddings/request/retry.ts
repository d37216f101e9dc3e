import type { Schedule } from '../../kit/time/schedule.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import { sleep } from '../../kit/time/sleep.ts';

export interface RetryOptions {
  /** In total. */
  attempts: number;
  /** The wait before the second attempt. It doubles each time, up to `maxDelayMs`, and varies at random by half. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Whether a retry may succeed. */
  mayPass: (error: unknown) => boolean;
  signal?: AbortSignal | undefined;
  schedule?: Schedule;
  /** From 0 to 1. */
  random?: () => number;
}

/** Retries temporary failures after growing waits. Errors: the last attempt's; the signal's reason. */
export async function retry<T>(task: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt >= options.attempts || options.signal?.aborted === true || !options.mayPass(error)) throw error;
    }
    await sleep(delayBefore(attempt, options), {
      schedule: options.schedule ?? scheduleTimeout,
      signal: options.signal,
    });
  }
}

function delayBefore(attempt: number, { firstDelayMs, maxDelayMs, random = Math.random }: RetryOptions): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
}
