import { expect, it, vi } from 'vitest';
import { dayOf, dayWords, timeWords } from './activity-times.ts';

const NOW = new Date(2026, 10, 22, 18, 0);

it('writes times and days as people here do', () => {
  for (const date of [new Date(2026, 10, 1, 9, 5, 59), new Date(2026, 5, 30, 23, 59), new Date(2026, 2, 29, 0, 0)]) {
    const time = date.toISOString();
    expect(timeWords(time)).toBe(date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' }));
    expect(dayWords(dayOf(time), NOW)).toBe(
      date.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' }),
    );
  }
  expect(dayWords('2026-11-22', NOW)).toBe('Today');
  expect(dayWords('2026-11-21', NOW)).toBe('Yesterday');
});

it('makes no formatter for each row: that takes longer than all the rest', () => {
  const words = (): unknown => [timeWords(NOW.toISOString()), dayWords('2026-11-01', NOW)];
  words();
  const made = [
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Date.prototype, 'toLocaleTimeString'),
    vi.spyOn(Date.prototype, 'toLocaleDateString'),
  ];
  words();
  for (const each of made) expect(each).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
