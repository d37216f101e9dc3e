import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';

describe('seeded random numbers', () => {
  it('are the same for the same seed, and different for another', () => {
    const draw = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('fill the range evenly', () => {
    const random = seededRandom(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const bin = random.below(10);
      counts[bin] = (counts[bin] ?? NaN) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('refuse to pick from nothing', () => {
    expect(() => seededRandom(1).pick([])).toThrow(RangeError);
  });
});
