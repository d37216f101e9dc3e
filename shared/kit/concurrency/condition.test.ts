import { describe, expect, it } from 'vitest';
import { Condition } from './condition.ts';

describe('a condition', () => {
  it('that is met keeps nobody waiting', async () => {
    await new Condition().wait(() => true, 60_000);
  });

  it('wakes those who wait once it is met, and not before', async () => {
    const condition = new Condition();
    let value = 0;
    const woken: number[] = [];
    const waits = [1, 2].map((least) => condition.wait(() => value >= least, 60_000).then(() => woken.push(least)));
    condition.changed();
    value = 1;
    condition.changed();
    await waits[0];
    expect(woken).toEqual([1]);
    value = 2;
    condition.changed();
    await Promise.all(waits);
    expect(woken).toEqual([1, 2]);
  });

  it('that is never met is given up in time, and asked no more', async () => {
    const condition = new Condition();
    let asked = 0;
    const isMet = (): boolean => ++asked < 0;
    await condition.wait(isMet, 10);
    const before = asked;
    condition.changed();
    expect(asked).toBe(before);
  });

  it('waits by the timers it is given', async () => {
    const condition = new Condition();
    let fire = (): void => undefined;
    const waiting = condition.wait(
      () => false,
      1,
      (task) => {
        fire = task;
        return () => undefined;
      },
    );
    fire();
    await waiting;
  });
});
