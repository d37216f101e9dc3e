import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTyped, typedText } from './typed-text.ts';

describe('a text as it is typed', () => {
  it('has the quotes, dashes, spaces and dots of a keyboard', () => {
    expect(asTyped('“I don’t—well…” ‘no’ „ja“ 12\u202f000\u00a0€ 3–4')).toBe(
      '"I don\'t-well..." \'no\' "ja" 12 000 € 3-4',
    );
    expect(asTyped('«é» 漢字 `a`')).toBe('«é» 漢字 `a`');
    expect(typedText('"plain"')).toBeNull();
  });

  it('knows where each of its letters stood', () => {
    const letter = fc.constantFrom('a', '…', '“', '\u00a0', '.', '🙂', '\n');
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 12 }), (letters) => {
        const source = letters.join('');
        const typed = typedText(source);
        if (typed === null) return;
        let [from, to] = [0, 0];
        for (const one of letters) {
          expect(typed.original(to)).toBe(from);
          for (let within = to + 1; one === '…' && within < to + 3; within++) expect(typed.original(within)).toBeNull();
          [from, to] = [from + one.length, to + asTyped(one).length];
        }
        expect(typed.original(to)).toBe(from);
      }),
    );
  });
});
