import { expect, it } from 'vitest';
import { indexAfterKey, stopAfterChange, tabAfterKey } from './rove.ts';

it('moves by one, to the ends, and not beyond them', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => indexAfterKey(key, 1, 3))).toEqual([
    2,
    0,
    0,
    2,
    null,
  ]);
  expect([indexAfterKey('ArrowDown', 2, 3), indexAfterKey('ArrowUp', 0, 3)]).toEqual([2, 0]);
  expect(indexAfterKey('ArrowDown', -1, 3)).toBe(0);
  expect(indexAfterKey('End', 0, 0)).toBeNull();
});

it('goes round in a row of tabs, the way the arrow points', () => {
  const after = (isRightToLeft: boolean): (number | null)[] =>
    ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowDown'].map((key) => tabAfterKey(key, 0, 3, isRightToLeft));
  expect(after(false)).toEqual([1, 2, 0, 2, null]);
  expect(after(true)).toEqual([2, 1, 0, 2, null]);
});

it('keeps the tab stop at its row, or at its place if the row has gone', () => {
  expect(stopAfterChange(['a', 'b', 'c'], 'b', ['c', 'b'])).toBe('b');
  expect(stopAfterChange(['a', 'b', 'c'], 'b', ['a', 'c'])).toBe('c');
  expect(stopAfterChange(['a', 'b', 'c'], 'c', ['a'])).toBe('a');
  expect(stopAfterChange([], null, ['a', 'b'])).toBe('a');
  expect(stopAfterChange(['a'], 'a', [])).toBeNull();
});
