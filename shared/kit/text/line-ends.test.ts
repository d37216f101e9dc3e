import { expect, it } from 'vitest';
import { lineEndsIn } from './line-ends.ts';

it('counts line ends of every kind, also within a stretch', () => {
  expect(lineEndsIn('')).toBe(0);
  expect(lineEndsIn('a\nb\r\nc\rd')).toBe(3);
  expect(lineEndsIn('\r\r\n\n')).toBe(3);
  expect(lineEndsIn('a\nb\nc\n', 2, 4)).toBe(1);
});
