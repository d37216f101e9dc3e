import { expect, it } from 'vitest';
import { emptyList, sharedIfEmpty } from './empty-list.ts';

it('all empty lists are one, which nobody can change', () => {
  expect(sharedIfEmpty([])).toBe(sharedIfEmpty([]));
  expect(emptyList()).toBe(sharedIfEmpty([]));
  expect(() => emptyList<number>().push(1)).toThrow(TypeError);
});

it('a list with something in it stays the same', () => {
  const list = [1];
  expect(sharedIfEmpty(list)).toBe(list);
});
