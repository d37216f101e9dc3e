import { describe, expect, it } from 'vitest';
import { once } from './once.ts';

describe('what is made once', () => {
  it('is made at the first call, for all calls', async () => {
    let made = 0;
    const get = once(() => Promise.resolve(++made));
    expect(made).toBe(0);
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get()).toBe(1);
  });

  it('is made again if that failed, and not if it did not', async () => {
    let tries = 0;
    const get = once(() => (++tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(tries)));
    const first = [get(), get()];
    for (const call of first) await expect(call).rejects.toThrow('not yet');
    expect([await get(), await get()]).toEqual([2, 2]);
  });
});
