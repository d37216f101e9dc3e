import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** A task that ends on request. */
function controlled<T>(): {
  task: () => Promise<T>;
  end: (value: T) => void;
  fail: (error: Error) => void;
  started: () => boolean;
} {
  let started = false;
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    task: () => {
      started = true;
      return promise;
    },
    end: (value) => settle.resolve(value),
    fail: (error) => settle.reject(error),
    started: () => started,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('has one task in flight, and runs the others in order', async () => {
    const turns = new Turns();
    const tasks = [controlled<number>(), controlled<number>(), controlled<number>()];
    const results = tasks.map(({ task }) => turns.run(task));
    for (const [index, { end }] of tasks.entries()) {
      await settled();
      expect(tasks.map(({ started }) => started())).toEqual(tasks.map((_, other) => other <= index));
      end(index);
    }
    expect(await Promise.all(results)).toEqual([0, 1, 2]);
  });

  it('has as many in flight as allowed', async () => {
    const turns = new Turns(2);
    const tasks = [controlled<number>(), controlled<number>(), controlled<number>()];
    const results = tasks.map(({ task }) => turns.run(task));
    await settled();
    expect(tasks.map(({ started }) => started())).toEqual([true, true, false]);
    tasks[1]?.end(1);
    await settled();
    expect(tasks.map(({ started }) => started())).toEqual([true, true, true]);
    tasks[0]?.end(0);
    tasks[2]?.end(2);
    expect(await Promise.all(results)).toEqual([0, 1, 2]);
  });

  it('continues after a failed task', async () => {
    const turns = new Turns();
    const failing = turns.run(() => Promise.reject(new Error('no luck')));
    const next = turns.run(() => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no luck');
    expect(await next).toBe('next');
  });

  it('lets a waiter leave, and keeps the order of the others', async () => {
    const turns = new Turns();
    const [first, left, last] = [controlled<string>(), controlled<string>(), controlled<string>()];
    const leaving = new AbortController();
    const results = [turns.run(first.task), turns.run(left.task, leaving.signal), turns.run(last.task)];
    await settled();
    leaving.abort(new Error('gone'));
    await expect(results[1]).rejects.toThrow('gone');
    expect(turns.length).toBe(1);
    first.end('first');
    last.end('last');
    expect([await results[0], await results[2]]).toEqual(['first', 'last']);
    expect(left.started()).toBe(false);
  });

  it('does not stop a running task, and never starts one that was cancelled before', async () => {
    const turns = new Turns();
    const running = controlled<string>();
    const abort = new AbortController();
    const result = turns.run(running.task, abort.signal);
    await settled();
    abort.abort(new Error('too late'));
    const refused = controlled<string>();
    await expect(turns.run(refused.task, abort.signal)).rejects.toThrow('too late');
    running.end('done');
    expect(await result).toBe('done');
    expect(refused.started()).toBe(false);
  });

  it('lets nobody slip in between one turn and the next', async () => {
    const turns = new Turns();
    let inFlight = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      most = Math.max(most, ++inFlight);
      await Promise.resolve();
      inFlight--;
    };
    const late = turns.run(task).then(() => turns.run(task));
    await Promise.all([late, ...Array.from({ length: 20 }, () => turns.run(task))]);
    expect(most).toBe(1);
  });
});
