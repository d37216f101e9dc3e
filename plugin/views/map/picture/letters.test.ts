import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lettersOf } from './letters.ts';

it.each([
  ['cafe\u0301', ['c', 'a', 'f', 'e\u0301']],
  ['\u0928\u094b\u091f', ['\u0928\u094b', '\u091f']],
  ['a👩‍👩‍👧b👍🏽❤️', ['a', '👩‍👩‍👧', 'b', '👍🏽', '❤️']],
  ['🇫🇷🇩🇪', ['🇫🇷', '🇩🇪']],
  ['\u0301a\n', ['\u0301', 'a', '\n']],
  ['', []],
])('the letters of %j', (text, letters) => {
  expect(lettersOf(text)).toEqual(letters);
});

it('are all of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(lettersOf(text).join('')).toBe(text);
    }),
  );
});
