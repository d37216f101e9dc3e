import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSubsequence, similarityTo, typoDistance } from './fuzzy-match.ts';

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

describe('similarityTo', () => {
  it('runs from 0 to 1', () => {
    expect(similarityTo('soup')('soup')).toBe(1);
    expect(similarityTo('soup')('xyz')).toBe(0);
    expect(similarityTo('potato soup')('tomato soup')).toBeGreaterThan(0.5);
  });

  it('is the share of character pairs that both have, each counted as often as it occurs', () => {
    expect(similarityTo('aaaa')('aab')).toBe(2 / 5);
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '語'), maxLength: 8 });
    fc.assert(
      fc.property(word, fc.array(word), (wanted, others) => {
        const likeness = similarityTo(wanted);
        for (const other of others) expect(likeness(other)).toBe(diceOf(pairs(wanted), pairs(other), wanted === other));
      }),
    );
  });
});

function diceOf(a: string[], b: string[], isSame: boolean): number {
  if (isSame) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const left = [...a];
  let shared = 0;
  for (const pair of b) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

function pairs(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2));
}
