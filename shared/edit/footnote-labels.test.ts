import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { withOwnFootnotes } from './footnote-labels.ts';

describe('the footnotes of a note that becomes part of another', () => {
  const own = (text: string, other: string): string => runSteps(withOwnFootnotes(text, other));

  it('have new labels if the other note has the same: the next free number, or a number after it', () => {
    expect(
      own('a[^1] b[^2] c[^x].\n\n[^1]: One\n[^2]: Two\n[^x]: X\n', 'y[^1][^3][^X].\n\n[^1]: 1\n[^3]: 3\n[^X]: x\n'),
    ).toBe('a[^4] b[^2] c[^x-2].\n\n[^4]: One\n[^2]: Two\n[^x-2]: X\n');
  });

  it('keep their labels if the other note has none of them', () => {
    const text = 'a[^1].\n\n[^1]: One\n';
    expect(own(text, 'b[^2].\n\n[^2]: Two\n')).toBe(text);
    expect(own(text, 'b[^1], which nothing defines')).toBe(text);
    expect(own('a[^1], which nothing defines', text)).toBe('a[^1], which nothing defines');
  });

  it('are not changed in code', () => {
    expect(own('`[^1]` and [^1]\n\n```\n[^1]: x\n```\n\n[^1]: One [^1]\n', '[^1]: Other')).toBe(
      '`[^1]` and [^2]\n\n```\n[^1]: x\n```\n\n[^2]: One [^2]\n',
    );
  });
});
