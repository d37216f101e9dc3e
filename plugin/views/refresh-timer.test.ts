import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scheduleTimeout } from '../../shared/kit/time/schedule.ts';
import { RefreshTimer } from './refresh-timer.ts';

let runs: number;
let timer: RefreshTimer;

beforeEach(() => {
  vi.useFakeTimers();
  runs = 0;
  timer = new RefreshTimer(
    (task, ms) => scheduleTimeout(task, ms),
    () => (runs += 1),
  );
});
afterEach(() => vi.useRealTimers());

it('runs once, at the soonest of the times asked for', () => {
  timer.within(1_000);
  timer.within(300);
  timer.within(500);
  vi.advanceTimersByTime(299);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(runs).toBe(1);
});

it('can be asked again after it ran, and called off', () => {
  timer.within(10);
  vi.advanceTimersByTime(10);
  timer.within(10);
  timer.cancel();
  vi.advanceTimersByTime(100);
  expect(runs).toBe(1);
  timer.within(10);
  vi.advanceTimersByTime(10);
  expect(runs).toBe(2);
});
