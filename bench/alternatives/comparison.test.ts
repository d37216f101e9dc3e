import { expect, it } from 'vitest';
import { comparisonTable, figureName } from './comparison.ts';

it('puts figures into one table, what is missing as an empty cell, and their notes below', () => {
  const lines = comparisonTable([
    { name: figureName('A', 'index'), value: 2.5, unit: 's', note: 'processor 4 s' },
    { name: figureName('A', 'search, median'), value: 12, unit: 'ms' },
    { name: figureName('B', 'index'), value: NaN, unit: 's', note: 'not installed' },
  ]);
  expect(lines).toEqual([
    '|  | index | search, median |',
    '| --- | ---: | ---: |',
    '| A | 2.50 s | 12 ms |',
    '| B | ? |  |',
    'A: index: processor 4 s',
    'B: index: not installed',
  ]);
});
