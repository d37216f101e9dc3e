import { describe, expect, it } from 'vitest';
import { cutTo, oneLine, shorten } from './shorten.ts';

describe('a text cut short', () => {
  it('says that something is missing, within its length', () => {
    expect(shorten('green tea', 9)).toBe('green tea');
    expect(shorten('green teas', 9)).toBe('green te…');
    expect(shorten('green tea', 7)).toBe('green…');
    expect(shorten('', 5)).toBe('');
  });

  it('never ends in half a character', () => {
    expect(shorten('tea🍵pot', 5)).toBe('tea…');
    expect(shorten('tea🍵pot', 6)).toBe('tea🍵…');
    expect(shorten('cafe\u0301s', 5)).toBe('caf…');
    expect(shorten('ab👩‍👩‍👧', 6)).toBe('ab…');
    expect([cutTo('tea🍵', 3), cutTo('tea🍵', 4), cutTo('tea🍵', 5), cutTo('tea🍵', 9)]).toEqual([
      'tea',
      'tea',
      'tea🍵',
      'tea🍵',
    ]);
    expect(cutTo('tea', 0)).toBe('');
  });
});

it('puts a text on one line', () => {
  expect(oneLine('  green\r\n\ttea\u00a0pot ')).toBe('green tea pot');
});
