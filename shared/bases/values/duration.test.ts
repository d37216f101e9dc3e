import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BaseDate, BaseDuration } from './base-value.ts';
import { calculate } from './arithmetic.ts';
import { addDuration, differenceOf, parseDuration } from './duration.ts';

const ZONE = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

const day = (date: number, month = 10): BaseDate => new BaseDate(new Date(2026, month - 1, date).getTime(), false);
const moved = (date: BaseDate, text: string, sign: 1 | -1 = 1): [string, boolean] => {
  const { ms, hasTime } = addDuration(date, parseDuration(text) ?? new BaseDuration(0, NaN), sign);
  return [new Date(ms).toString().slice(4, 21), hasTime];
};

describe('durations, where the clocks go back on the 25th and went forward on 29 March', () => {
  it('move a day by days and weeks to another day', () => {
    expect(moved(day(25), '1d')).toEqual(['Oct 26 2026 00:00', false]);
    expect(moved(day(26), '1d', -1)).toEqual(['Oct 25 2026 00:00', false]);
    expect(moved(day(29, 3), '1w')).toEqual(['Apr 05 2026 00:00', false]);
  });

  it('move a day by hours exactly', () => {
    expect(moved(day(25), '24h')).toEqual(['Oct 25 2026 23:00', true]);
    expect(moved(day(29, 3), '24h')).toEqual(['Mar 30 2026 01:00', true]);
    expect(moved(day(25), '25h')).toEqual(['Oct 26 2026 00:00', false]);
    expect(moved(day(24), '24h')).toEqual(['Oct 25 2026 00:00', false]);
    expect(moved(day(25), '1d 24h')).toEqual(['Oct 27 2026 00:00', false]);
  });

  it('move a day to another day where the clocks go forward at midnight, and a day begins at 1', () => {
    process.env['TZ'] = 'Africa/Cairo';
    expect(addDuration(day(24, 4), parseDuration('1d') ?? new BaseDuration(0, NaN), 1)).toEqual(day(25, 4));
    expect(addDuration(day(24, 4), parseDuration('1M') ?? new BaseDuration(0, NaN), 1)).toEqual(day(24, 5));
    expect(addDuration(day(23, 4), parseDuration('1d') ?? new BaseDuration(0, NaN), 1)).toEqual(day(24, 4));
    expect(addDuration(day(25, 4), parseDuration('1d') ?? new BaseDuration(0, NaN), -1)).toEqual(day(24, 4));
    expect(moved(day(24, 4), '1h')).toEqual(['Apr 24 2026 02:00', true]);
    process.env['TZ'] = 'America/Santiago';
    expect(addDuration(day(5, 9), parseDuration('1d') ?? new BaseDuration(0, NaN), 1)).toEqual(day(6, 9));
  });

  it('between two days are whole days, which lead back to the day', () => {
    const difference = differenceOf(day(26), day(25));
    expect(difference.ms).toBe(86_400_000);
    expect(addDuration(day(25), difference, 1)).toEqual(day(26));
    expect(calculate('*', parseDuration('1d') ?? null, 2)).toEqual(parseDuration('2d'));
    expect(calculate('+', parseDuration('1d') ?? null, '24h')).toEqual(parseDuration('1d 24h'));
  });
});
