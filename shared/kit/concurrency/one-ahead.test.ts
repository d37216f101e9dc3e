import { describe, expect, it } from 'vitest';
import { oneAhead } from './one-ahead.ts';

describe('oneAhead', () => {
  it('gives what was read for each item, in order, and begins the next before the caller works', async () => {
    const events: string[] = [];
    const read = async (item: number): Promise<number> => {
      events.push(`read ${item}`);
      await Promise.resolve();
      return item * 10;
    };
    for await (const [item, result] of oneAhead([1, 2, 3], read)) events.push(`${item}: ${result}`);
    expect(events).toEqual(['read 1', 'read 2', '1: 10', 'read 3', '2: 20', '3: 30']);
  });

  it('throws what reading throws, in its turn, and leaves no rejection behind if the caller stops before', async () => {
    const read = (item: number): Promise<number> =>
      item === 2 ? Promise.reject(new Error('unreadable')) : Promise.resolve(item);
    const seen: number[] = [];
    const all = async (): Promise<void> => {
      for await (const [item] of oneAhead([1, 2, 3], read)) seen.push(item);
    };
    await expect(all()).rejects.toThrow('unreadable');
    expect(seen).toEqual([1]);
    for await (const [item] of oneAhead([1, 2], read)) if (item === 1) break;
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('gives nothing for no items', async () => {
    for await (const _ of oneAhead([], () => Promise.reject(new Error('asked')))) expect.unreachable();
  });
});
