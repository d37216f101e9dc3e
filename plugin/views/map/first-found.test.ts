import { expect, it } from 'vitest';
import { firstFound } from './first-found.ts';

it('leads to what is found: to the one that had the focus last, else to the first', () => {
  const things = [
    { key: 'a', isDim: true },
    { key: 'b', isDim: false },
    { key: 'c', isDim: false },
  ];
  expect(firstFound(things, 'c')).toBe('c');
  expect(firstFound(things, 'a')).toBe('b');
  expect(firstFound(things, null)).toBe('b');
  expect(firstFound(things.slice(0, 1), 'a')).toBe('a');
});
