import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSubsequence, similarity, typoDistance } from './fuzzy-match.ts';

describe('typoDistance', () => {
  it.each([
    ['garden', 'garden', 0],
    ['garden', 'gadren', 1],
    ['garden', 'gardn', 1],
    ['garden', 'warden', 1],
    ['garden', 'gardens!', 2],
  ])('%s → %s takes %i', (a, b, edits) => {
    expect(typoDistance(a, b, 3)).toBe(edits);
  });

  it('stops at the bound', () => {
    expect(typoDistance('garden', 'completely else', 2)).toBe(3);
  });

  it('is symmetric and zero only for equals', () => {
    const word = fc.stringMatching(/^[abc]{0,8}$/);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(typoDistance(a, b, 8)).toBe(typoDistance(b, a, 8));
        expect(typoDistance(a, b, 8) === 0).toBe(a === b);
      }),
    );
  });
});

it('isSubsequence requires order, not adjacency', () => {
  expect(isSubsequence('lps', 'leek potato soup')).toBe(true);
  expect(isSubsequence('spl', 'leek potato soup')).toBe(false);
});

it('similarity runs from 0 to 1', () => {
  expect(similarity('soup', 'soup')).toBe(1);
  expect(similarity('soup', 'xyz')).toBe(0);
  expect(similarity('potato soup', 'tomato soup')).toBeGreaterThan(0.5);
});
