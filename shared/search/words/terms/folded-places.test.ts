import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldDense } from './fold.ts';
import { foldedPlaces } from './folded-places.ts';

/** Each part of the folded run, with what is written there. */
function parts(raw: string): [folded: string, written: string][] {
  const folded = foldDense(raw);
  const { startOf, endOf } = foldedPlaces(raw, folded);
  return Array.from({ length: folded.length }, (_, i) => [folded.charAt(i), raw.slice(startOf(i), endOf(i + 1))]);
}

it('finds a letter that is made of two, and one that becomes two', () => {
  expect(parts('ｶﾞｽ')).toEqual([
    ['ガ', 'ｶﾞ'],
    ['ス', 'ｽ'],
  ]);
  expect(parts('ทำ')).toEqual([
    ['ท', 'ท'],
    ['ํ', 'ำ'],
    ['า', 'ำ'],
  ]);
});

it('finds all of a run, however it is written', () => {
  const letters = 'กทำน้ﾊﾞﾟｽー가각ㄱㅏㄳㅋ한がか゛゚ﾡￂﾤ漢㍻\u200bກໍາກຳခ္ဦ';
  const runs = fc.array(fc.constantFrom(...letters, ...letters.normalize('NFD')), { maxLength: 12 });
  fc.assert(
    fc.property(runs, (chosen) => {
      const raw = chosen.join('');
      const folded = foldDense(raw);
      const { startOf, endOf } = foldedPlaces(raw, folded);
      for (let from = 0; from < folded.length; from += 1)
        expect(foldDense(raw.slice(startOf(from), endOf(folded.length)))).toContain(folded.slice(from));
      expect(foldDense(raw.slice(0, endOf(folded.length)))).toBe(folded);
      expect(startOf(folded.length)).toBe(raw.length);
    }),
    { numRuns: 2_000 },
  );
});
