import { describe, expect, it } from 'vitest';
import { retry } from './retry.ts';

const failing = (times: number): { task: () => Promise<string>; calls: () => number } => {
  let calls = 0;
  return {
    task: () => (++calls <= times ? Promise.reject(new Error(`no ${calls}`)) : Promise.resolve('yes')),
    calls: () => calls,
  };
};

/** Notes the waits, and does not wait. */
const waits: number[] = [];
const options = (random: number) => {
  waits.length = 0;
  return {
    attempts: 5,
    firstDelayMs: 100,
    maxDelayMs: 300,
    mayPass: () => true,
    random: () => random,
    schedule: (task: () => void, ms: number) => {
      waits.push(ms);
      queueMicrotask(task);
      return () => undefined;
    },
  };
};

describe('trying again', () => {
  it('waits twice as long each time, up to a bound', async () => {
    expect(await retry(failing(4).task, options(1))).toBe('yes');
    expect(waits).toEqual([100, 200, 300, 300]);
  });

  it('varies the waits by half, so that many callers do not come back together', async () => {
    await retry(failing(2).task, options(0));
    expect(waits).toEqual([50, 100]);
  });

  it('ends with the last failure', async () => {
    const { task, calls } = failing(9);
    await expect(retry(task, options(1))).rejects.toThrow('no 5');
    expect(calls()).toBe(5);
  });

  it('ends immediately with a permanent error', async () => {
    const { task, calls } = failing(9);
    await expect(retry(task, { ...options(1), mayPass: () => false })).rejects.toThrow('no 1');
    expect(calls()).toBe(1);
  });

  it('ends while it waits, with the reason of its signal', async () => {
    const stop = new AbortController();
    const call = retry(failing(9).task, { ...options(1), signal: stop.signal, schedule: () => () => undefined });
    const rejected = expect(call).rejects.toThrow('enough');
    await Promise.resolve();
    stop.abort(new Error('enough'));
    await rejected;
  });
});
