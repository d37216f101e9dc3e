import { describe, expect, it } from 'vitest';
import { mean, percentile } from './statistics.ts';

describe('percentile', () => {
  it('takes the nearest rank, with values in any order', () => {
    const values = [40, 10, 30, 20, 50, 60, 70, 80, 90, 100];
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(100);
    expect(percentile(values, 0)).toBe(10);
    expect(percentile([5], 0.95)).toBe(5);
  });

  it('of nothing is not a number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

it('mean', () => {
  expect(mean([1, 2, 6])).toBe(3);
});
