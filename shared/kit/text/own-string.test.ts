import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptShare, WORDS_AT } from '../memory/kept-test-kit.ts';
import { ownString } from './own-string.ts';

const wordOf = (text: string): string => text.slice(WORDS_AT, WORDS_AT + 15);

describe('a copy of its own', () => {
  it('is the same string', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ownString(text) === text));
  });

  it('does not keep the text that it was cut from, as a slice does', () => {
    const slices: string[] = [];
    const copies: string[] = [];
    expect(keptShare((text) => slices.push(wordOf(text)))).toBeGreaterThan(0.9);
    expect(keptShare((text) => copies.push(ownString(wordOf(text))))).toBeLessThan(0.1);
    expect(copies).toEqual(slices);
  });
});
