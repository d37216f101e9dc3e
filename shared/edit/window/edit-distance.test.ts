import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { PatternDistance } from './edit-distance.ts';
import { SETTINGS } from '../edit-test-kit.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 150 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);

/** The textbook matrix, row by row; with `free`, a passage can begin anywhere. */
function lastColumn(pattern: string, other: string, free: boolean): number[] {
  let column = Array.from({ length: pattern.length + 1 }, (_, row) => row);
  const bottoms = [pattern.length];
  for (let at = 1; at <= other.length; at++) {
    const next = [free ? 0 : at];
    for (let row = 1; row <= pattern.length; row++) {
      const cost = pattern[row - 1] === other[at - 1] ? 0 : 1;
      next.push(Math.min((next[row - 1] ?? 0) + 1, (column[row] ?? 0) + 1, (column[row - 1] ?? 0) + cost));
    }
    column = next;
    bottoms.push(column.at(-1) ?? 0);
  }
  return bottoms;
}

describe('the edits between a pattern and a text', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['same', 'same', 0],
    ['漢字', '漢学', 1],
  ])('from %j to %j are counted', (pattern, other, edits) => {
    expect(runSteps(new PatternDistance(pattern).between(other, 0, other.length))).toBe(edits);
  });

  it('are those of the textbook', () => {
    fc.assert(
      fc.property(text, text, (pattern, other) => {
        const distance = new PatternDistance(pattern);
        expect(runSteps(distance.between(`<${other}>`, 1, other.length + 1))).toBe(
          lastColumn(pattern, other, false).at(-1),
        );
      }),
      SETTINGS,
    );
  });

  it('are counted up to a limit, and exceed it beyond', () => {
    fc.assert(
      fc.property(text, text, fc.nat(60), (pattern, other, most) => {
        const edits = lastColumn(pattern, other, false).at(-1) ?? 0;
        const counted = runSteps(new PatternDistance(pattern).between(other, 0, other.length, most));
        if (edits <= most) expect(counted).toBe(edits);
        else expect(counted).toBeGreaterThan(most);
      }),
      SETTINGS,
    );
  });

  it('are counted in a narrow band of long texts', () => {
    const pattern = Array.from({ length: 400 }, (_, index) => `word ${String((index * 7919) % 1000)}`).join(' ');
    const other = pattern.replaceAll('77', '7').replace('word 5', 'work 5');
    const edits = lastColumn(pattern, other, false).at(-1) ?? 0;
    expect(runSteps(new PatternDistance(pattern).between(other, 0, other.length, edits))).toBe(edits);
    expect(runSteps(new PatternDistance(pattern).between(other, 0, other.length, edits - 1))).toBeGreaterThan(
      edits - 1,
    );
  });

  it('to the nearest passage that ends at each offset are those of the textbook', () => {
    fc.assert(
      fc.property(text, text, (pattern, other) => {
        const ends = Array.from({ length: other.length + 1 }, (_, end) => end);
        expect([...runSteps(new PatternDistance(pattern).leastUpTo(other, ends))]).toEqual(
          lastColumn(pattern, other, true),
        );
      }),
      SETTINGS,
    );
  });
});
