import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

/** Keeps what is scheduled until a test runs it. */
function manualSchedule(): {
  waiting: { task: () => void; ms: number }[];
  schedule: (task: () => void, ms: number) => () => void;
} {
  const waiting: { task: () => void; ms: number }[] = [];
  const schedule = (task: () => void, ms: number): (() => void) => {
    const entry = { task, ms };
    waiting.push(entry);
    return () => void waiting.splice(waiting.indexOf(entry), waiting.includes(entry) ? 1 : 0);
  };
  return { waiting, schedule };
}

describe('backing off', () => {
  it('waits twice as long each time, at most ten minutes', () => {
    const { waiting, schedule } = manualSchedule();
    const backoff = new Backoff(() => undefined, schedule);
    const failAfterRetry = (): number => {
      waiting.pop()?.task();
      return backoff.later() / 1000;
    };
    expect([1, 2, 3, 4, 5, 6, 7].map(failAfterRetry)).toEqual([30, 60, 120, 240, 480, 600, 600]);
    expect(waiting.map(({ ms }) => ms)).toEqual([600_000]);
  });

  it('neither puts off nor lengthens a wait because of what fails meanwhile', () => {
    const { waiting, schedule } = manualSchedule();
    const backoff = new Backoff(() => undefined, schedule);
    expect([1, 2, 3].map(() => backoff.later())).toEqual([30_000, 30_000, 30_000]);
    expect(waiting.map(({ ms }) => ms)).toEqual([30_000]);
    waiting.pop()?.task();
    expect(backoff.later()).toBe(60_000);
  });

  it('retries, and starts over after a success', () => {
    const { waiting, schedule } = manualSchedule();
    let tries = 0;
    const backoff = new Backoff(() => tries++, schedule);
    backoff.later();
    backoff.later();
    waiting[0]?.task();
    expect(tries).toBe(1);
    backoff.reset();
    expect(waiting).toEqual([]);
    expect(backoff.later()).toBe(30_000);
  });
});
