import { expect, it, vi } from 'vitest';
import { sleep } from './sleep.ts';

it('resolves after its time, not sooner', async () => {
  const started = performance.now();
  await sleep(20);
  expect(performance.now() - started).toBeGreaterThan(18);
});

it('waits by the timers it is given', async () => {
  const schedule = vi.fn((task: () => void) => {
    task();
    return () => undefined;
  });
  await sleep(60_000, { schedule });
  expect(schedule).toHaveBeenCalledWith(expect.any(Function), 60_000);
});

it('ends with the reason of an abort, and stops its timer', async () => {
  const cancel = vi.fn();
  const abort = new AbortController();
  const sleeping = sleep(60_000, { schedule: () => cancel, signal: abort.signal });
  abort.abort(new Error('called off'));
  await expect(sleeping).rejects.toThrow('called off');
  expect(cancel).toHaveBeenCalledTimes(1);
});
