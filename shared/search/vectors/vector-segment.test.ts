import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { emptyVectorSegment, readKey, readVectorSegment, sealVectorSegment, writeKey } from './vector-segment.ts';
import { keyOf } from './vector-test-kit.ts';

function sample(rows = 3, identity = 'model', dimensions = 20): Uint8Array {
  const { bytes, segment } = emptyVectorSegment(identity, dimensions, rows);
  for (let row = 0; row < rows; row += 1) {
    writeKey(keyOf(row), segment.keys, row);
    segment.factors[row] = row / 2;
    segment.levels.fill(row - 1, row * 32, (row + 1) * 32);
  }
  runSteps(sealVectorSegment(bytes));
  return bytes;
}

describe('a segment of vectors', () => {
  it('gives back what was written, at any alignment', () => {
    const bytes = sample(3, 'modèle 字');
    for (const offset of [0, 3]) {
      const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
      shifted.set(bytes);
      const segment = runSteps(readVectorSegment(shifted));
      expect(segment).toMatchObject({ identity: 'modèle 字', dimensions: 20, rows: 3 });
      expect([0, 1, 2].map((row) => readKey(segment.keys, row))).toEqual([0, 1, 2].map(keyOf));
      expect([...segment.factors]).toEqual([0, 0.5, 1]);
      expect([...segment.levels]).toEqual([-1, 0, 1].flatMap((level) => Array<number>(32).fill(level)));
    }
  });

  it('may be empty', () => {
    expect(runSteps(readVectorSegment(sample(0))).rows).toBe(0);
  });

  it('is refused with any bit changed', () => {
    const bytes = sample();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ change;
        expect(() => runSteps(readVectorSegment(damaged))).toThrow(/vectors/);
      }),
      { numRuns: 200, seed: 8 },
    );
  });

  it('is refused torn at any place, or with bytes behind it', () => {
    const bytes = sample();
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => runSteps(readVectorSegment(bytes.slice(0, length)))).toThrow(/vectors/);
    }
    expect(() => runSteps(readVectorSegment(Uint8Array.of(...bytes, 0)))).toThrow(/bytes instead of/);
  });

  it('is refused when it is something else', () => {
    expect(() =>
      runSteps(readVectorSegment(new TextEncoder().encode('{"json": "of the right length, more or less"}'))),
    ).toThrow('not a segment of vectors');
  });

  it('refuses an endless identity', () => {
    expect(() => emptyVectorSegment('x'.repeat(5000), 20, 1)).toThrow(RangeError);
  });

  it('takes 27 MB for 50,000 vectors of 512 dimensions', () => {
    expect(emptyVectorSegment('use', 512, 50_000).bytes.length).toBeLessThan(27e6);
  });
});
