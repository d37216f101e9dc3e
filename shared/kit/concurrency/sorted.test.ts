import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSteps } from './slices.ts';
import { firstSorted, sorted } from './sorted.ts';

it('keeps the order of equal items, and agrees with the sort of the language', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2_000, size: 'max' }), (numbers) => {
      const items = numbers.map((key, at) => ({ key, at }));
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
      const expected = [...items].sort(compare);
      expect(runSteps(sorted(items, compare))).toEqual(expected);
      for (const count of [0, 1, 50, 256, 257, 5_000])
        expect(runSteps(firstSorted(items, compare, count))).toEqual(expected.slice(0, count));
    }),
    { seed: 20_260_601, numRuns: 30 },
  );
});
