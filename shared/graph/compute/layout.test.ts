import { describe, expect, it } from 'vitest';
import { layout, type LayoutInput } from './layout.ts';

/** Circles in a row, each tied to the next; `before` as placed earlier. */
function chain(radii: readonly number[], before: readonly number[] = []): LayoutInput {
  const ties = radii.slice(1).flatMap((_, i) => [i, i + 1]);
  const places = radii.flatMap((_, i) => [before[2 * i] ?? NaN, before[2 * i + 1] ?? NaN]);
  return {
    radii: Float64Array.from(radii),
    before: Float64Array.from(places),
    ties: Uint32Array.from(ties),
    weights: Float64Array.from(radii.slice(1).map((_, i) => i + 1)),
  };
}

function mostCovered(places: Float64Array, radii: readonly number[]): number {
  const [x, y] = [0, 1].map(
    (axis) =>
      (i: number): number =>
        places[2 * i + axis] ?? NaN,
  ) as [(i: number) => number, (i: number) => number];
  return Math.max(
    ...radii.flatMap((left, a) =>
      radii.slice(0, a).map((right, b) => left + right - Math.hypot(x(a) - x(b), y(a) - y(b))),
    ),
  );
}

const RADII = [60, 40, 40, 30, 20, 20, 10, 10, 50, 25];

describe('the layout of circles', () => {
  it('lets none cover another', () => {
    const places = layout(chain(RADII));
    for (const [a, left] of RADII.entries())
      for (const [b, right] of RADII.entries()) {
        if (a >= b) continue;
        const [ax = 0, ay = 0, bx = 0, by = 0] = [places[2 * a], places[2 * a + 1], places[2 * b], places[2 * b + 1]];
        expect(Math.hypot(ax - bx, ay - by)).toBeGreaterThan(0.95 * (left + right));
      }
  });

  it.each([1.5, 4, 10, 50])('lets none cover another when a vault has become %d times as large', (times) => {
    const grown = RADII.map((radius) => radius * Math.sqrt(times));
    const before = layout(chain(RADII));
    const after = layout(chain(grown, [...before]));
    expect(mostCovered(after, grown)).toBeLessThanOrEqual(0.5);
  });

  it('is the same for the same circles', () => {
    expect(layout(chain(RADII))).toEqual(layout(chain(RADII)));
  });

  it('moves placed circles by no more than a tenth of the picture when one is added', () => {
    const before = layout(chain(RADII));
    const width = Math.max(...before) - Math.min(...before);
    const after = layout(chain([...RADII, 45], [...before]));
    for (const i of RADII.keys()) {
      const moved = Math.hypot(
        (after[2 * i] ?? 0) - (before[2 * i] ?? 0),
        (after[2 * i + 1] ?? 0) - (before[2 * i + 1] ?? 0),
      );
      expect(moved).toBeLessThanOrEqual(0.1 * width + 1e-9);
    }
    expect(Number.isFinite(after[2 * RADII.length])).toBe(true);
  });

  it('lets new circles cover none of those that were there', () => {
    const before = layout(chain(RADII));
    const radii = [...RADII, 45, 50, 40];
    const input = chain(radii, [...before]);
    // All of the new ones want to be where the largest is.
    const after = layout({
      ...input,
      ties: Uint32Array.from([0, 10, 0, 11, 0, 12]),
      weights: Float64Array.of(9, 9, 9),
    });
    for (const added of [10, 11, 12])
      for (const [other, radius] of radii.entries()) {
        const [dx, dy] = [0, 1].map((axis) => (after[2 * added + axis] ?? 0) - (after[2 * other + axis] ?? 0));
        if (other !== added)
          expect(Math.hypot(dx ?? 0, dy ?? 0)).toBeGreaterThan(0.95 * (radius + (radii[added] ?? 0)));
      }
  });

  it('places nothing, and one alone', () => {
    expect([...layout(chain([]))]).toEqual([]);
    expect(layout(chain([10])).every(Number.isFinite)).toBe(true);
  });
});
