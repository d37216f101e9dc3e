import { describe, expect, it, vi } from 'vitest';
import { eventLoopYield, messageChannelYield, runSteps, Slicer, type Steps } from './slices.ts';

const BUDGET_MS = 5;

/** Steps of two milliseconds each; reports each before it is done. */
/** Steps of a millisecond of the faked clock. */
function* timed(steps: number): Steps<void> {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(1);
    yield;
  }
}

function* busy(steps: number, onStep: () => void = () => undefined): Steps<number> {
  for (let step = 0; step < steps; step++) {
    onStep();
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return steps;
}

describe('work in slices', () => {
  it.each([
    ['setImmediate', eventLoopYield()],
    ['messages', messageChannelYield()],
  ])('gives other work its turn between slices, by %s', async (_name, yieldToLoop) => {
    const slicer = new Slicer(BUDGET_MS, yieldToLoop);
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    expect(await slicer.run(busy(20))).toBe(20);
    done = true;
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('gives each turn of the loop to one task only, no matter who else is waiting', async () => {
    let turn = 0;
    const slicer = new Slicer(BUDGET_MS, async () => {
      await eventLoopYield()();
      turn++;
    });
    const workers = new Map<number, Set<string>>();
    const note = (name: string) => () => workers.set(turn, (workers.get(turn) ?? new Set<string>()).add(name));
    await Promise.all(['a', 'b', 'c'].map((name) => slicer.run(busy(10, note(name)))));
    expect([...workers.values()].map((names) => names.size)).toEqual([...workers].map(() => 1));
    expect(workers.size).toBeGreaterThanOrEqual(10);
  });

  it('takes short slices for a moment if somebody waits for an answer', async () => {
    let turns = 0;
    const slicer = new Slicer(50, async () => {
      await eventLoopYield()();
      turns++;
    });
    // The machine's clock would count what else it does.
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      await slicer.run(timed(10));
      expect(turns).toBeLessThan(3);
      turns = 0;
      slicer.makeWay();
      await slicer.run(timed(10));
      expect(turns).toBeGreaterThanOrEqual(9);
    } finally {
      vi.useRealTimers();
    }
  });

  it('lets nobody wait forever', async () => {
    const slicer = new Slicer(BUDGET_MS, eventLoopYield());
    const endless = slicer.run(busy(100));
    const ended: string[] = [];
    await Promise.all([endless.then(() => ended.push('long')), slicer.run(busy(2)).then(() => ended.push('short'))]);
    expect(ended).toEqual(['short', 'long']);
  });

  it('passes on what a step throws, and continues for the others', async () => {
    const slicer = new Slicer(BUDGET_MS, eventLoopYield());
    const failing = slicer.run(broken());
    await expect(failing).rejects.toThrow('broken');
    expect(await slicer.run(busy(3))).toBe(3);
  });

  it('ends for one task alone once its signal aborts, and cleans up', async () => {
    const slicer = new Slicer(BUDGET_MS, eventLoopYield());
    const cancel = new AbortController();
    let steps = 0;
    let isCleanedUp = false;
    function* endless(): Steps<void> {
      try {
        for (;;) yield* busy(1, () => (steps += 1));
      } finally {
        isCleanedUp = true;
      }
    }
    const stopped = slicer.stoppedBy(cancel.signal).run(endless());
    const other = slicer.run(busy(20));
    setTimeout(() => cancel.abort(new Error('cancelled')), 20);
    await expect(stopped).rejects.toThrow('cancelled');
    const stepsThen = steps;
    expect(await other).toBe(20);
    expect([steps, isCleanedUp]).toEqual([stepsThen, true]);
  });

  it('can be run synchronously', () => {
    expect(runSteps(busy(3))).toBe(3);
  });
});

function* broken(): Steps<void> {
  yield;
  throw new Error('broken');
}
