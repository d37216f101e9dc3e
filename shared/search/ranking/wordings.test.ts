import { describe, expect, it } from 'vitest';
import { weighWordings } from './wordings.ts';
import type { Match } from './match.ts';

const ranking = (letters: string, match: Match = 'strong') => ({ paths: [...letters], match });

describe('the weight of a wording', () => {
  it('is 1 for the question itself, whatever it finds', () => {
    expect(weighWordings([ranking('', 'weak'), ranking('ab')])[0]).toBe(1);
    expect(weighWordings([])).toEqual([]);
  });

  it('grows with what it has in common with any other', () => {
    const [, alone = 0, together = 0, likewise = 0] = weighWordings([
      ranking('abcdefghij', 'partial'),
      ranking('klmnopqrst'),
      ranking('uvwxyzABCD'),
      ranking('uvwxyzABCE'),
    ]);
    expect(alone).toBeCloseTo(0.2);
    expect(together).toBe(1);
    expect(likewise).toBe(1);
  });

  it('is 0 next to a question that finds its words, if it is alone, and at most half', () => {
    expect(weighWordings([ranking('abcdefghij'), ranking('klmnopqrst'), ranking('abcdefghij')])).toEqual([1, 0, 0.5]);
  });

  it('is full next to a question that finds nothing', () => {
    expect(weighWordings([ranking('abc', 'weak'), ranking('klm')])).toEqual([1, 1]);
  });

  it('is 0 if its words are in no note', () => {
    expect(weighWordings([ranking('abc', 'weak'), ranking('abc', 'weak')])).toEqual([1, 0]);
  });
});
