import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapePattern } from './escape-pattern.ts';

const SPECIAL = fc.constantFrom(...'\\^$.*+?()[]{}|/-#&~,:;!"\'<>=@`% \n\t');

it.each(['g', 'gi', 'gu', 'giu', 'gv'])('matches just the text, with the flags %s', (flags) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(SPECIAL, fc.string({ unit: 'grapheme', maxLength: 1 })), minLength: 1 }),
      (text) => {
        fc.pre(text !== '');
        const pattern = new RegExp(`^(?:${escapePattern(text)})$`, flags);
        expect(pattern.test(text)).toBe(true);
        pattern.lastIndex = 0;
        expect(pattern.test(`${text}x`)).toBe(false);
      },
    ),
  );
});
