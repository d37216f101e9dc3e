import { describe, expect, it } from 'vitest';
import { inTime, untilAborted, withDeadline, within } from './deadline.ts';
import type { Schedule } from './schedule.ts';

/** Timers that fire when told to, and count those that are neither over nor cancelled. */
function timers(): { schedule: Schedule; waits: number[]; fire: () => void; open: () => number } {
  const tasks = new Set<() => void>();
  const waits: number[] = [];
  return {
    waits,
    schedule: (task, ms) => {
      waits.push(ms);
      tasks.add(task);
      return () => tasks.delete(task);
    },
    fire: () => {
      for (const task of [...tasks]) {
        tasks.delete(task);
        task();
      }
    },
    open: () => tasks.size,
  };
}

const never = new Promise<string>(() => undefined);

describe('a time limit', () => {
  it('gives what the task gives, and stops the timer', async () => {
    const { schedule, waits, open } = timers();
    expect(await inTime(50, Promise.resolve('done'), () => 'late', schedule)).toBe('done');
    await expect(inTime(50, Promise.reject(new Error('no luck')), () => 'late', schedule)).rejects.toThrow('no luck');
    expect([waits, open()]).toEqual([[50, 50], 0]);
  });

  it('gives or throws what is said of being late', async () => {
    const { schedule, fire, open } = timers();
    const given = inTime(50, never, () => null, schedule);
    const thrown = inTime(50, never, () => Promise.reject(new Error('too late')), schedule);
    const thrownAtOnce = inTime<string, never>(
      50,
      never,
      () => {
        throw new Error('too late');
      },
      schedule,
    );
    fire();
    expect(await given).toBeNull();
    await expect(thrown).rejects.toThrow('too late');
    await expect(thrownAtOnce).rejects.toThrow('too late');
    expect(open()).toBe(0);
  });

  it('is over at once where no time is left', async () => {
    const { schedule, waits, fire } = timers();
    const late = inTime(-20, never, () => 'late', schedule);
    fire();
    expect([await late, waits]).toEqual(['late', [0]]);
  });

  it('can be waited for without a result; a task that fails later is no unhandled rejection', async () => {
    const { schedule, fire, open } = timers();
    let fail: (error: Error) => void = () => undefined;
    const waited = within(50, new Promise((_resolve, reject) => (fail = reject)), schedule);
    fire();
    expect(await waited).toBeUndefined();
    fail(new Error('nobody asks'));
    await expect(within(50, Promise.reject(new Error('no luck')), schedule)).rejects.toThrow('no luck');
    expect(open()).toBe(0);
  });
});

describe('an abort', () => {
  it('ends the wait with its reason, even if it was before', async () => {
    const abort = new AbortController();
    const waiting = untilAborted(never, abort.signal);
    abort.abort(new Error('called off'));
    await expect(waiting).rejects.toThrow('called off');
    await expect(untilAborted(Promise.resolve('done'), abort.signal)).rejects.toThrow('called off');
    await expect(untilAborted(Promise.reject(new Error('no luck')), abort.signal)).rejects.toThrow('called off');
  });

  it('is not listened for once the task has ended', async () => {
    const { signal, listeners } = counted();
    expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done');
    await expect(untilAborted(Promise.reject(new Error('no luck')), signal)).rejects.toThrow('no luck');
    expect(listeners()).toBe(0);
  });
});

describe('a task with a deadline', () => {
  const late = (): Error => new Error('too late');
  const ended = (signal: AbortSignal): Promise<never> => untilAborted(new Promise<never>(() => undefined), signal);

  it('is told when its time is over', async () => {
    const { schedule, fire, open } = timers();
    const task = withDeadline({ ms: 50, late, schedule }, ended);
    fire();
    await expect(task).rejects.toThrow('too late');
    expect(open()).toBe(0);
  });

  it('is told when it is called off, before or meanwhile', async () => {
    const { schedule, open } = timers();
    const { signal, abort, listeners } = counted();
    const task = withDeadline({ ms: 50, late, signal, schedule }, ended);
    abort(new Error('called off'));
    await expect(task).rejects.toThrow('called off');
    await expect(withDeadline({ ms: 50, late, signal, schedule }, ended)).rejects.toThrow('called off');
    expect([open(), listeners()]).toEqual([0, 0]);
  });

  it('leaves neither timer nor listener behind', async () => {
    const { schedule, open } = timers();
    const { signal, listeners } = counted();
    expect(await withDeadline({ ms: 50, late, signal, schedule }, () => Promise.resolve('done'))).toBe('done');
    await expect(
      withDeadline({ ms: 50, late, signal, schedule }, () => Promise.reject(new Error('no luck'))),
    ).rejects.toThrow('no luck');
    expect([open(), listeners()]).toEqual([0, 0]);
  });
});

/** A signal, and how many listen to it. */
function counted(): { signal: AbortSignal; abort: (reason: Error) => void; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = new Set<unknown>();
  const add = signal.addEventListener.bind(signal) as AbortSignal['addEventListener'];
  const remove = signal.removeEventListener.bind(signal) as AbortSignal['removeEventListener'];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening.delete(args[1]);
    remove(...args);
  };
  return { signal, abort: (reason) => controller.abort(reason), listeners: () => listening.size };
}
