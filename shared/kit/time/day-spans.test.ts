import { afterEach, describe, expect, it } from 'vitest';
import { endOfDay, readDays, readMoment, readPast, startOfDay, today } from './day-spans.ts';

const ZONE = process.env['TZ'];
afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

const NOW = new Date(2026, 2, 31, 23, 30);

describe('the days that a text names', () => {
  it.each([
    ['2026-03-01', '2026-03-01', '2026-03-01'],
    ['2026-03-01T10:00', '2026-03-01', '2026-03-01'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-W01', '2025-12-29', '2026-01-04'],
    ['2026-W53', '2026-12-28', '2027-01-03'],
    ['Today', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-30', '2026-03-30'],
    ['tomorrow', '2026-04-01', '2026-04-01'],
    ['+3', '2026-04-03', '2026-04-03'],
    ['-1', '2026-03-30', '2026-03-30'],
    ['7d', '2026-03-24', '2026-03-24'],
    ['+7d', '2026-04-07', '2026-04-07'],
    ['2w', '2026-03-17', '2026-03-17'],
    ['1m', '2026-02-28', '2026-02-28'],
    ['1y', '2025-03-31', '2025-03-31'],
  ])('%s', (text, first, last) => {
    expect(readDays(text, 'past', NOW)).toEqual({ first, last });
  });

  it('are in the future without a sign if the future is meant', () => {
    expect(readDays('1m', 'future', NOW)?.first).toBe('2026-04-30');
    expect(readDays('-1m', 'future', NOW)?.first).toBe('2026-02-28');
  });

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13',
    '2026-00-01',
    '2027-W53',
    '2026-W00',
    '7',
    '7 days',
    '99999y',
    '01.02.2026',
  ])('are none for %j', (text) => {
    expect(readDays(text, 'past', NOW)).toBeNull();
  });

  it.each(['Pacific/Auckland', 'America/New_York', 'Asia/Kolkata'])(
    'are those of the clock on the wall in %s',
    (zone) => {
      process.env['TZ'] = zone;
      const late = new Date(2026, 2, 31, 23, 30);
      expect(today(late)).toBe('2026-03-31');
      expect(startOfDay('2026-03-31')).toBe(new Date(2026, 2, 31).getTime());
      expect(endOfDay('2026-03-31')).toBe(new Date(2026, 3, 1).getTime());
      expect(readMoment('2026-03-31T23:30')).toBe(late.getTime());
      expect(readMoment('2026-03-31T23:30:00Z')).toBe(Date.UTC(2026, 2, 31, 23, 30));
    },
  );

  it('have a time of day only in moments', () => {
    expect(readMoment('2026-03-31')).toBeNull();
    expect(readMoment('2026-02-30T10:00')).toBeNull();
    expect(readMoment('2026-03-31T99:00')).toBeNull();
  });
});

describe('a time in the past', () => {
  const now = new Date(2026, 2, 15, 12, 30);

  it.each([
    ['2026-03-01', new Date(2026, 2, 1).getTime()],
    ['2026-03-01T10:05', new Date(2026, 2, 1, 10, 5).getTime()],
    ['2026-03-01T10:05:00Z', Date.UTC(2026, 2, 1, 10, 5)],
    ['2h', now.getTime() - 7_200_000],
    ['7d', new Date(2026, 2, 8).getTime()],
    ['2w', new Date(2026, 2, 1).getTime()],
    ['1m', new Date(2026, 1, 15).getTime()],
    ['1y', new Date(2025, 2, 15).getTime()],
    ['yesterday', new Date(2026, 2, 14).getTime()],
    ['2026-13-41', null],
    ['last week', null],
  ])('%s', (text, expected) => {
    expect(readPast(text, now)).toBe(expected);
  });
});
