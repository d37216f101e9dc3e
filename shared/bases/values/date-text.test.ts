import { describe, expect, it } from 'vitest';
import { parseAnyDate, parseDateText } from './date-text.ts';

describe('parseDateText', () => {
  it.each([
    ['2026-03-01', new Date(2026, 2, 1)],
    ['2026-03-01T09:30', new Date(2026, 2, 1, 9, 30)],
    ['2026-03-01 09:30', new Date(2026, 2, 1, 9, 30)],
    ['2026-03-01T09:30:05', new Date(2026, 2, 1, 9, 30, 5)],
    ['2026-03-01T09:30:05.25', new Date(2026, 2, 1, 9, 30, 5, 250)],
    ['2024-02-29', new Date(2024, 1, 29)],
    ['2026-03-01T09:30:05.123456Z', new Date(Date.UTC(2026, 2, 1, 9, 30, 5, 123))],
    ['2026-03-01T09:30Z', new Date(Date.UTC(2026, 2, 1, 9, 30))],
    ['2026-03-01T09:30+02:00', new Date(Date.UTC(2026, 2, 1, 7, 30))],
    ['2026-03-01T09:30-0530', new Date(Date.UTC(2026, 2, 1, 15, 0))],
  ])('%s is %s', (text, date) => {
    expect(parseDateText(text)).toBe(date.getTime());
  });

  it('takes early years as they are', () => {
    expect(new Date(parseDateText('0050-01-01') ?? NaN).getFullYear()).toBe(50);
  });

  it.each([
    '',
    'soon',
    '2026',
    '2026-03',
    '2026-3-1',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-03-01T',
    '2026-03-01T24:00',
    '2026-03-01T09:60',
    '2026-03-01T09',
    '2026-03-01Z',
    '2026-03-01 (Sunday)',
    '01.03.2026',
    '12026-03-01',
    '２０２６-03-01',
  ])('%j is not a date', (text) => {
    expect(parseDateText(text)).toBeNull();
  });
});

describe('parseAnyDate', () => {
  it('knows the weeks that a year has', () => {
    expect(parseAnyDate('2026-W53')?.ms).toBe(new Date(2026, 11, 28).getTime());
    expect(parseAnyDate('2025-W01-1')?.ms).toBe(new Date(2024, 11, 30).getTime());
    expect(parseAnyDate('2025-W53')).toBeNull();
    expect(parseAnyDate('2026-W00')).toBeNull();
  });
});
