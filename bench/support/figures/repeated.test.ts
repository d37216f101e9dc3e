import { expect, it } from 'vitest';
import type { Figure } from './report.ts';
import { repeated } from './repeated.ts';

function runsOf(...values: number[]): { measure: () => Promise<Figure[]>; count: () => number } {
  let count = 0;
  const measure = (): Promise<Figure[]> => {
    const value = values[count++] ?? NaN;
    return Promise.resolve([
      { name: 'search', value, unit: 'ms', bound: 3 },
      { name: 'notes', value: count, unit: 'count', note: 'all' },
    ]);
  };
  return { measure, count: () => count };
}

it('ends as soon as the bounded figures are close together, and gives medians', async () => {
  const runs = runsOf(2, 3, 2.1, 2.05, 9);
  expect(await repeated(runs.measure, 3)).toEqual([
    { name: 'search', value: 2.1, unit: 'ms', bound: 3, note: '±24 % in 3 runs' },
    { name: 'notes', value: 2, unit: 'count', note: '±50 % in 3 runs; all' },
  ]);
  const calm = runsOf(2, 2.1, 9);
  expect((await repeated(calm.measure, 5))[0]?.value).toBeCloseTo(2.05);
  expect(calm.count()).toBe(2);
});

it('measures once if asked to, and says nothing of a spread', async () => {
  expect((await repeated(runsOf(2).measure, 1))[0]).toEqual({ name: 'search', value: 2, unit: 'ms', bound: 3 });
});
