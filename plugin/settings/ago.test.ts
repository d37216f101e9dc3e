import { afterEach, beforeEach, expect, it } from 'vitest';
import { ago } from './ago.ts';

const ZONE = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

it.each([
  ['2026-03-04T10:00:00', '2026-03-04T10:00:01', 'just now'],
  ['2026-03-04T10:00:00', '2026-03-04T10:00:59', '59 s ago'],
  ['2026-03-04T10:00:00', '2026-03-04T10:59:59', '59 min ago'],
  ['2026-03-03T23:30:00', '2026-03-04T01:00:00', '1 h ago'],
  ['2026-03-03T10:00:00', '2026-03-04T09:59:00', '23 h ago'],
  ['2026-03-03T10:00:00', '2026-03-04T10:00:00', 'yesterday'],
  ['2026-03-03T00:30:00', '2026-03-04T23:30:00', 'yesterday'],
  ['2026-03-02T23:30:00', '2026-03-04T01:00:00', '2 days ago'],
  ['2026-03-01T12:00:00', '2026-03-04T12:00:00', '3 days ago'],
  // The clocks go forward in the night of the 29th, and back in that of 25 October, a day of 25 hours.
  ['2026-03-28T23:30:00', '2026-03-30T00:40:00', '2 days ago'],
  ['2026-10-25T00:10:00', '2026-10-25T23:50:00', '24 h ago'],
])('%s, at %s: %s', (time, now, words) => {
  expect(ago(Date.parse(time), Date.parse(now))).toBe(words);
});
