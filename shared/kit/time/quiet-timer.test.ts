import { describe, expect, it } from 'vitest';
import { until } from '../../vault/disk/disk-test-kit.ts';
import { QuietTimer } from './quiet-timer.ts';
import { unrefTimer } from './unref-timer.ts';

describe('QuietTimer', () => {
  it('fires once for many touches, and again after the next', async () => {
    let fired = 0;
    const timer = new QuietTimer(20, 1_000, () => (fired += 1));
    for (let i = 0; i < 10; i++) timer.touch();
    await until(() => fired > 0);
    expect(fired).toBe(1);
    timer.touch();
    await until(() => fired > 1);
    expect(fired).toBe(2);
  });

  it('fires eventually even if it is never quiet', async () => {
    let fired = 0;
    const timer = new QuietTimer(5_000, 100, () => (fired += 1));
    await until(() => {
      if (fired === 0) timer.touch();
      return fired > 0;
    }, 4_000);
    expect(fired).toBe(1);
  });

  it('does not fire once cancelled', async () => {
    const fired: string[] = [];
    const cancelled = new QuietTimer(10, 100, () => fired.push('cancelled'));
    const later = new QuietTimer(50, 100, () => fired.push('later'));
    cancelled.touch();
    later.touch();
    cancelled.cancel();
    await until(() => fired.includes('later'));
    expect(fired).toEqual(['later']);
  });
});

describe('unrefTimer', () => {
  it('accepts the numeric timers of the app', () => {
    expect(unrefTimer(7)).toBe(7);
  });
});
