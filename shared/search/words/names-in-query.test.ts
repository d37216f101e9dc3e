import { describe, expect, it } from 'vitest';
import { callsFor, namesIn } from './names-in-query.ts';

describe('a name in a query', () => {
  it.each([
    ['wi-fi', 'Wi-Fi', 'whole'],
    ['no non null assertion', 'no-non-null-assertion', 'whole'],
    ['[[Café au lait]]', 'cafe au lait', 'whole'],
    ['"garden shed"', 'Garden shed', 'whole'],
    ['2026-10-27', '2026-10-27', 'whole'],
    ['what does Garden Shed say?', 'Garden shed', 'within'],
    ['what is in the shed of the garden', 'Garden shed', null],
    ['gardens', 'Garden', null],
    ['garden', 'Garden shed', null],
    ['C', 'C++', null],
    ['C++', 'C++', 'whole'],
    ['garden', '', null],
    ['?!', '…', null],
  ])('%s and %s: %s', (query, name, expected) => {
    expect(namesIn(query)([name])).toBe(expected);
    expect(callsFor(query)(name)).toBe(expected === 'whole');
  });

  it.each(['É', 'Ａ', 'ǅ', 'ß', 'ﬁ', 'İ', '\u0301a', '가', '½', 'ſ'])('is told if it begins with %s', (letter) => {
    const name = `- ${letter}b c`;
    expect(callsFor(name)(name)).toBe(true);
    expect(callsFor(name.normalize('NFD'))(name)).toBe(true);
    expect(callsFor(name)(`x${name}`)).toBe(false);
  });

  it('is one of several', () => {
    expect(namesIn('shed')(['Garden shed', 'Shed'])).toBe('whole');
    expect(namesIn('the shed')(['The', 'Shed', 'The shed'])).toBe('whole');
  });
});
