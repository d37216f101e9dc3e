import { expect, it } from 'vitest';
import { isRecord } from './is-record.ts';

it('tells an object from a list and from nothing', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isRecord)).toBe(true);
  expect([null, undefined, [], 'text', 3, () => ({})].some(isRecord)).toBe(false);
});
