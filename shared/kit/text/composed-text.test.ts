import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../concurrency/slices.ts';
import { composedText } from './composed-text.ts';

describe('a text in NFC', () => {
  it('says where its letters stood', () => {
    const composed = runSteps(composedText('a o\u0308 b'));
    expect(composed?.text).toBe('a ö b');
    expect([0, 2, 3, 5].map((offset) => composed?.original(offset))).toEqual([0, 2, 4, 6]);
  });

  it.each(['', 'plain', 'Größe', 'o\u0331', '한글', 'क़'.normalize('NFC')])('is null if %j is in NFC', (text) => {
    expect(runSteps(composedText(text))).toBeNull();
  });

  it('has no place in the text within a letter that NFC writes in two', () => {
    const composed = runSteps(composedText('x\u0958y'));
    expect(composed?.text).toBe('x\u0915\u093Cy');
    expect([0, 1, 2, 3, 4].map((offset) => composed?.original(offset))).toEqual([0, 1, null, 2, 3]);
  });

  it('is what the platform makes of any text', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'e\u0301', 'o\u0302\u0300', 'ê\u0300', 'q\u0323\u0307', '\u212B', '\u0301', ' ', '\n'),
      fc.constantFrom('한'.normalize('NFD'), '가\u11a8', '가'.normalize('NFD'), 'ё'.normalize('NFD'), '🙂', '\u0958'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const source = pieces.join('');
        const composed = runSteps(composedText(source));
        expect(composed?.text ?? source).toBe(source.normalize('NFC'));
        if (composed === null) return;
        for (let offset = 0; offset <= composed.text.length; offset++) {
          const at = composed.original(offset);
          if (at !== null) expect(source.slice(0, at).normalize('NFC')).toBe(composed.text.slice(0, offset));
        }
        expect(composed.original(composed.text.length)).toBe(source.length);
      }),
      { numRuns: 500, seed: 27_182 },
    );
  });
});
