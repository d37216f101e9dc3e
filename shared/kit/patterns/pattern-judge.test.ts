import { describe, expect, it } from 'vitest';
import { endsSoon, judgePattern, MOST_PATTERN_LENGTH } from './pattern-judge.ts';

const A40 = `${'a'.repeat(40)}!`;

describe('a judged pattern', () => {
  it.each([
    ['^\\d{4}-\\d{2}', '', 'x'.repeat(100_000), true],
    ['\\p{L}+', 'u', 'é'.repeat(1_000), true],
    ['(a|b)c', 'gi', A40, true],
    ['^(a+)+$', '', A40, false],
    ['^(a+)+$', 'u', A40, false],
    ['^(a+)+$', '', 'aaa', true],
  ])('/%s/%s ends soon or does not', (source, flags, text, expected) => {
    expect(endsSoon(judgePattern(source, flags), text, false)).toBe(expected);
  });

  it.each([
    ['(', ''],
    ['a', 'x'],
    ['a', 'uv'],
    ['x'.repeat(MOST_PATTERN_LENGTH + 1), ''],
  ])('cannot be made of /%s/%s', (source, flags) => {
    expect(() => judgePattern(source, flags)).toThrow(/./);
  });
});
