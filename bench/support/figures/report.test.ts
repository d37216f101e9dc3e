import { describe, expect, it } from 'vitest';
import type { Figure } from './report.ts';
import { exceeded, renderTable } from './report.ts';

const FIGURES: Figure[] = [
  { name: 'search p50', value: 1.234, unit: 'ms', bound: 3 },
  { name: 'resident', value: 412.6, unit: 'MB', bound: 300, note: 'peak 500' },
  { name: 'notes', value: 6289, unit: 'count' },
  { name: 'stall', value: NaN, unit: 'ms', bound: 100 },
];

describe('the table', () => {
  it('has a line for each figure, with bound and verdict', () => {
    expect(renderTable(FIGURES, new Map([['resident', 280]]))).toEqual([
      'figure        last      now     bound',
      'search p50          1.23 ms    ≤ 3 ms  ok',
      'resident    280 MB   413 MB  ≤ 300 MB  OVER  peak 500',
      'notes                  6289',
      'stall                     ?  ≤ 100 ms  OVER',
    ]);
  });

  it('counts what could not be measured as exceeded', () => {
    expect(exceeded(FIGURES).map((figure) => figure.name)).toEqual(['resident', 'stall']);
  });
});
