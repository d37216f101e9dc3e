import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySortKey, propertySortKey, type SortKey } from './sort-keys.ts';

const key = fc.oneof(fc.constant(null), fc.integer(), fc.string({ maxLength: 3 }));
const sorted = (keys: readonly SortKey[], isDescending = false): SortKey[] => [...keys].sort(bySortKey(isDescending));

describe('sort keys', () => {
  it('put numbers before text, and what is missing last in either direction', () => {
    const keys = [null, 'b', 2, 'a', 10, null];
    expect(sorted(keys)).toEqual([2, 10, 'a', 'b', null, null]);
    expect(sorted(keys, true)).toEqual(['b', 'a', 10, 2, null, null]);
  });

  it('put accents next to their letters, and numbers in text by size', () => {
    const names = ['zebra', 'éclair 10', 'éclair 2', 'egg'];
    expect(sorted(names)).toEqual(['éclair 2', 'éclair 10', 'egg', 'zebra']);
  });

  it('have one order, which the other direction reverses', () => {
    const compare = bySortKey(false);
    const reversed = bySortKey(true);
    fc.assert(
      fc.property(key, key, key, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
        if (a !== null && b !== null) expect(Math.sign(reversed(a, b)) + Math.sign(compare(a, b))).toBe(0);
      }),
    );
  });

  it.each([
    [7, 7],
    [true, 1],
    [false, 0],
    ['  Mixed Case ', 'mixed case'],
    ['2026-03-01', '2026-03-01'],
    [['B', 'a'], 'b'],
    [[], null],
    [[[3], 4], 3],
    ['   ', null],
    [null, null],
    [undefined, null],
    [{ a: 1 }, null],
  ])('of the property %j: %j', (value, expected) => {
    expect(propertySortKey(value)).toBe(expected);
  });
});
