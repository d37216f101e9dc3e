import { expect, it } from 'vitest';
import { isPattern } from './is-pattern.ts';

it.each([
  ['a+', true],
  ['(', false],
  ['[z-a]', false],
])('%s: %s', (source, expected) => {
  expect(isPattern(source)).toBe(expected);
});
