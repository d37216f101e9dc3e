import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRankings } from './fusion.ts';
import type { RankedList } from './fusion.ts';

const options = { k: 5, limit: 100, compare: (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0) };
const list = (name: string, weight: number, ...keys: string[]): RankedList<string> => ({ name, weight, keys });

describe('rankings fused', () => {
  it('add up weight / (k + rank), and say which lists contain an item', () => {
    expect(fuseRankings([list('fulltext', 1, 'a', 'b'), list('semantic', 0.5, 'b', 'c')], options)).toEqual([
      { key: 'b', score: 1 / 7 + 0.5 / 6, matchedBy: ['fulltext', 'semantic'] },
      { key: 'a', score: 1 / 6, matchedBy: ['fulltext'] },
      { key: 'c', score: 0.5 / 7, matchedBy: ['semantic'] },
    ]);
  });

  it('name a way of matching once, even if several of its lists contain the item', () => {
    expect(fuseRankings([list('semantic', 1, 'a'), list('semantic', 1, 'a')], options)[0]?.matchedBy).toEqual([
      'semantic',
    ]);
  });

  it('leave out lists without weight, and count a repeated key at its first place', () => {
    expect(
      fuseRankings([list('x', 0, 'a'), list('y', 1, 'b', 'b', 'c')], options).map(({ key, score }) => [key, score]),
    ).toEqual([
      ['b', 1 / 6],
      ['c', 1 / 7],
    ]);
  });

  it('are none of none, and no more than asked for', () => {
    expect(fuseRankings([], options)).toEqual([]);
    expect(fuseRankings([list('x', 1, 'a', 'b')], { ...options, limit: 1 })).toHaveLength(1);
    expect(fuseRankings([list('x', 1, 'a')], { ...options, limit: -1 })).toEqual([]);
  });

  const lists = fc.array(
    fc.record({
      name: fc.constantFrom('fulltext', 'semantic'),
      weight: fc.double({ min: 0, max: 3, noNaN: true }),
      keys: fc.uniqueArray(fc.constantFrom(...'abcdefgh')),
    }),
    { maxLength: 5 },
  );

  it('contain every item of a list that counts, best first, equal ones in the order given', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const fused = fuseRankings(given, options);
        const counting = given.filter(({ weight }) => weight > 0);
        expect(fused.map(({ key }) => key).sort()).toEqual([...new Set(counting.flatMap(({ keys }) => keys))].sort());
        for (const [i, item] of fused.slice(1).entries()) {
          const before = fused[i] as typeof item;
          expect(before.score > item.score || (before.score === item.score && before.key < item.key)).toBe(true);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it('keep the order of a single list, and of lists that agree', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...'abcdefgh')),
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0.01, max: 9, noNaN: true }),
        (keys, copies, weight) => {
          expect(
            fuseRankings(
              Array.from({ length: copies }, () => list('x', weight, ...keys)),
              options,
            ).map(({ key }) => key),
          ).toEqual(keys);
        },
      ),
      { numRuns: 100, seed: 12 },
    );
  });

  it('never set an item back for being higher in one list', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (given, which, at) => {
        const chosen = given[which % Math.max(1, given.length)];
        if (chosen === undefined || chosen.keys.length < 2) return;
        const i = 1 + (at % (chosen.keys.length - 1));
        const raised = chosen.keys[i] as string;
        const keys = chosen.keys.with(i, chosen.keys[i - 1] as string).with(i - 1, raised);
        const place = (all: readonly RankedList<string>[]): number =>
          fuseRankings(all, options).findIndex(({ key }) => key === raised);
        expect(place(given.map((each) => (each === chosen ? { ...each, keys } : each)))).toBeLessThanOrEqual(
          place(given),
        );
      }),
      { numRuns: 200, seed: 13 },
    );
  });
});
