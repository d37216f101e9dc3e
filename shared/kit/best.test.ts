import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { best } from './best.ts';

describe('the best of many', () => {
  it('are the first ones in order, for any limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 300 }), fc.nat(40), (numbers, limit) => {
        const items = numbers.map((value, id) => ({ value, id }));
        const compare = (a: { value: number; id: number }, b: { value: number; id: number }): number =>
          b.value - a.value || a.id - b.id;
        expect(best(items, limit, compare)).toEqual([...items].sort(compare).slice(0, limit));
      }),
      { seed: 8 },
    );
  });
});
