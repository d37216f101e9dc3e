import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleRuns } from './hidden-characters.ts';

const shown = (text: string, isChanged = false): string =>
  visibleRuns(text, isChanged)
    .map((run) => ('text' in run ? run.text : `<${run.label}>`))
    .join('');

it('labels what turns the direction or is not seen', () => {
  expect(shown('safe\u202Etxt.exe\u2069')).toBe('safe<RLO>txt.exe<PDI>');
  expect(shown('a\u200Bb\uFEFFc\u0000d\u001B[31m')).toBe('a<ZWSP>b<BOM>c<NUL>d<ESC>[31m');
  expect(shown('a\u{E0041}\u{E0042}b\u3164')).toBe('a<U+E0041><U+E0042>b<FILL>');
  expect(shown('half \uD83D')).toBe('half <U+D83D>');
  expect(visibleRuns('\u202E', false)).toEqual([{ label: 'RLO', name: 'Right-to-left override (U+202E)' }]);
});

it('leaves alone what writing needs, and labels it where it changed', () => {
  const text = 'می\u200Cخواهم 10\u00A0km\u3000葛\u{E0100}\tx';
  expect(shown(text)).toBe(text);
  expect(shown(text, true)).toBe('می<ZWNJ>خواهم 10<NBSP>km<WIDE>葛<U+E0100><TAB>x');
});

it('keeps emoji whole, and labels selectors that belong to none', () => {
  for (const emoji of ['👩‍👩‍👧', '❤️', '1️⃣', '🏳️‍🌈', '👍🏽', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'])
    expect(shown(emoji, true)).toBe(emoji);
  expect(shown('a\uFE0F\uFE0F', true)).toBe('a<U+FE0F><U+FE0F>');
  expect(shown('🏴\u{E0061}\u{E0062}')).toBe('🏴<U+E0061><U+E0062>');
});

it('loses nothing that can be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const runs = visibleRuns(text, true);
      const hidden = runs.filter((run) => 'label' in run).length;
      const seen = runs.flatMap((run) => ('text' in run ? [run.text] : [])).join('');
      expect([...seen].length + hidden).toBe([...text].length);
      expect(seen).not.toMatch(/[\p{Bidi_Control}\u200B]/u);
    }),
  );
});
