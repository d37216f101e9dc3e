import { describe, expect, it } from 'vitest';
import { circle, mapOf } from './map-test-kit.ts';
import { Found } from './map-found.ts';
import { levelsOf, type MapLevel } from './map-levels.ts';

const LEVELS = levelsOf({
  whole: mapOf({ circles: [circle('a', 4, 0, 0), circle('b', 2, 9, 9), circle('c', 1, 5, 5)] }),
  inside: [],
});
const WHOLE = LEVELS[0] as MapLevel;
const PLACES = [{ path: 'A.md', circles: ['a'] }];
const MISSING = [
  { path: '_stub/Else.md', title: 'Else' },
  { path: '_stub/Other.md', title: 'Other' },
];

describe('what is found', () => {
  it('is the notes found, the circles around them, and themes of that name', () => {
    expect([...new Found('label b', { places: PLACES }).keys(LEVELS)]).toEqual(['A.md', 'a', 'b']);
  });

  it('is no theme whose name is left out, or part of an operator', () => {
    expect([...new Found('-label', { places: PLACES, words: '' }).keys(LEVELS)]).toEqual(['A.md', 'a']);
    expect([...new Found('b -label', { places: [], words: 'b' }).keys(LEVELS)]).toEqual(['b']);
  });

  it('is missing notes of that name, if they are listed', () => {
    expect([...new Found('els', { places: [] }).keys(LEVELS, MISSING)]).toEqual(['_stub/Else.md']);
  });

  it.each([
    ['Caf\u00e9 Z\u00fcrich', 'cafe\u0301 zur', true],
    ['Cafe\u0301', 'cafe', true],
    ['\u0928\u094b\u091f', '\u0928\u093f', false],
    ['\u77e5\u8b58\u5eab', '\u8b58\u5eab', true],
    ['\u0439\u043e\u0433\u0430', '\u0438', false],
    ['Gardens', 'dens', false],
  ])('is the theme %s when %s is looked for, as text is found: %s', (label, query, isFound) => {
    const level = { ...WHOLE, circles: [{ ...circle('t', 1, 0, 0), label }] };
    expect(new Found(query, { places: [] }).keys([level]).has('t')).toBe(isFound);
  });

  it('is said in words for the level that is shown: notes, else themes of that name, and missing notes', () => {
    const words = (query: string, places = PLACES, isPart = false, missing = MISSING.slice(2)): string =>
      new Found(query, { places, isPart }).words(WHOLE, missing);
    expect(words('label b')).toBe('1 note found in 1 theme');
    expect(words('label b', PLACES, true)).toBe('At least 1 note found in 1 theme');
    expect(words('label b', [])).toBe('1 theme found');
    expect(words('label', [])).toBe('3 themes found');
    expect(words('else', [])).toBe('Nothing here is about “else”.');
    expect(words('els', [], false, MISSING)).toBe('1 missing note found');
    expect(words('els', PLACES, false, MISSING)).toBe('1 note found in 1 theme · 1 missing note found');
    const inside = { ...WHOLE, id: 'b', circles: [] };
    expect(new Found('label b', { places: PLACES }).words(inside)).toBe('Nothing here is about “label b”.');
  });
});
