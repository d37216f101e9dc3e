import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMerge, type MergeCandidate } from './merge-policy.ts';

const segment = (bytes: number, rows = 1): MergeCandidate => ({ bytes, rows });

describe('chooseMerge', () => {
  it('leaves a few segments alone', () => {
    expect(chooseMerge([segment(1e7, 6000), segment(100), segment(100)], 6000)).toBeNull();
  });

  it('merges the small ones at the end, not the large one before them', () => {
    const segments = [segment(1e7, 6000), ...Array.from({ length: 13 }, () => segment(1000))];
    expect(chooseMerge(segments, 6000)).toBe(1);
  });

  it('rewrites everything if most rows are dead', () => {
    expect(chooseMerge([segment(1e6, 3000), segment(1e6, 3000)], 1500)).toBe(0);
  });

  it('keeps the number of segments small, and rewrites each row a few times only', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 500, max: 5000 }), { minLength: 50, maxLength: 300 }), (saves) => {
        let segments: MergeCandidate[] = [];
        let rewritten = 0;
        for (const bytes of saves) {
          segments.push(segment(bytes));
          const start = chooseMerge(
            segments,
            segments.reduce((sum, one) => sum + one.rows, 0),
          );
          if (start === null) continue;
          const merged = segments.slice(start);
          const sum = merged.reduce((total, one) => total + one.bytes, 0);
          rewritten += sum;
          segments = [
            ...segments.slice(0, start),
            segment(
              sum,
              merged.reduce((total, one) => total + one.rows, 0),
            ),
          ];
        }
        const total = saves.reduce((sum, bytes) => sum + bytes, 0);
        expect(segments.length).toBeLessThanOrEqual(13);
        expect(rewritten / total).toBeLessThan(2 * Math.log2(saves.length));
      }),
    );
  });
});
