import { describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { rowsInTurns } from './search-pages.ts';

const items = Array.from({ length: 1_000 }, (_, i) => i);
const slicer = new Slicer(0, eventLoopYield());

describe('the rows of a long page', () => {
  it('are all made, in order', async () => {
    expect(await rowsInTurns(items, (item, place) => Promise.resolve([item, place]), slicer)).toEqual(
      items.map((item) => [item, item]),
    );
  });

  it('let others have their turn', async () => {
    let turns = 0;
    let next: NodeJS.Immediate;
    const takeTurn = (): void => {
      turns++;
      next = setImmediate(takeTurn);
    };
    next = setImmediate(takeTurn);
    await rowsInTurns(items, (item) => Promise.resolve(item), slicer);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(10);
  });

  it('are given up with the question', async () => {
    const stop = new AbortController();
    let made = 0;
    const make = (item: number): Promise<number> => {
      if (++made === 100) stop.abort(new Error('given up'));
      return Promise.resolve(item);
    };
    await expect(rowsInTurns(items, make, slicer.stoppedBy(stop.signal))).rejects.toThrow('given up');
    expect(made).toBeLessThan(200);
  });
});
