import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import { sortedByCodePoint } from './merge-sort.ts';

describe('sorting by code point', () => {
  it('gives the order of the bytes in UTF-8', () => {
    const strings = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '知', '\uffee', '𠮷', '😀'), maxLength: 4 }),
      { maxLength: 1500 },
    );
    fc.assert(
      fc.property(strings, (items) => {
        const sorted = Array.from(runSteps(sortedByCodePoint(items)), (place) => items[place] as string);
        expect(sorted).toEqual([...items].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  it('keeps every item of a long list', () => {
    const items = Array.from({ length: 10_000 }, (_, i) => String((i * 7919) % 10_000));
    const sorted = Array.from(runSteps(sortedByCodePoint(items)), (place) => items[place]);
    expect(sorted).toEqual([...items].sort());
  });
});
