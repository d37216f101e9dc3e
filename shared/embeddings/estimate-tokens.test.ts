import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

describe('the estimate of tokens', () => {
  it.each([
    ['', 2],
    ['The train was late again.', 2 + 5 + 1],
    ['international', 2 + 3],
    ['2026-03-14', 2 + 4 + 2],
    ['私は猫が好き', 2 + 6],
    ['Добрый день', 2 + 4],
    ['- [ ] **done**', 2 + 8],
  ])('counts pieces of words, signs and both marks: %s', (text, estimate) => {
    expect(estimateTokens(text)).toBe(estimate);
  });

  it('grows with the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(estimateTokens(`${a} ${b}`)).toBe(estimateTokens(a) + estimateTokens(b) - estimateTokens(''));
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});
