import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import { sortedByCodePoint } from './sort-terms.ts';

describe('sorting by code point', () => {
  it.each([
    ['few', 0, 1_500, 50],
    ['many', 2_500, 3_000, 10],
  ])('gives the order of the bytes in UTF-8, of %s', (_count, minLength, maxLength, numRuns) => {
    const unit = fc.constantFrom('a', 'b', 'é', '知', '\uffee', '𠮷', '😀');
    const strings = fc.array(fc.string({ unit, maxLength: 4 }), { minLength, maxLength, size: 'max' });
    fc.assert(
      fc.property(strings, (items) => {
        const sorted = Array.from(runSteps(sortedByCodePoint(items)), (place) => items[place] as string);
        expect(sorted).toEqual([...items].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { seed: 7, numRuns },
    );
  });

  it('goes on behind a beginning that thousands have in common, and knows an end from a NUL', () => {
    const items = Array.from({ length: 9_000 }, (_, i) => `internationalisation${String((i * 7919) % 3_000)}`);
    items.push('internationalisation\0', 'internationalisation', '', '\0');
    const sorted = Array.from(runSteps(sortedByCodePoint(items)), (place) => items[place]);
    expect(sorted).toEqual([...items].sort());
  });

  it('keeps every item of a long list', () => {
    const items = Array.from({ length: 10_000 }, (_, i) => String((i * 7919) % 10_000));
    const sorted = Array.from(runSteps(sortedByCodePoint(items)), (place) => items[place]);
    expect(sorted).toEqual([...items].sort());
  });
});
