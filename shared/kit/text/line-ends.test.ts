import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineEndsIn, linesIn } from './line-ends.ts';

it('counts line ends of every kind, also within a stretch', () => {
  expect(lineEndsIn('')).toBe(0);
  expect(lineEndsIn('a\nb\r\nc\rd')).toBe(3);
  expect(lineEndsIn('\r\r\n\n')).toBe(3);
  expect(lineEndsIn('a\nb\nc\n', 2, 4)).toBe(1);
});

it('gives the lines that splitting gives', () => {
  const piece = fc.constantFrom('a', '\n', '\r', '\r\n', '\u2028', '');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect([...linesIn(text)]).toEqual(text.split(/\r\n|\n|\r/));
    }),
  );
});
