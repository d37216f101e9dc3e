import { describe, expect, it } from 'vitest';
import { pastTime } from './past-time.ts';

const now = new Date(2026, 2, 15, 12, 30).getTime();

describe('a time in the past', () => {
  it.each([
    ['2026-03-01', new Date(2026, 2, 1).getTime()],
    ['2026-03-01T10:05', new Date(2026, 2, 1, 10, 5).getTime()],
    ['2026-03-01T10:05:00Z', Date.UTC(2026, 2, 1, 10, 5)],
    ['2h', now - 7_200_000],
    ['7d', new Date(2026, 2, 8, 12, 30).getTime()],
    ['2w', new Date(2026, 2, 1, 12, 30).getTime()],
    ['1m', new Date(2026, 1, 15, 12, 30).getTime()],
    ['1y', new Date(2025, 2, 15, 12, 30).getTime()],
    ['2026-13-41', null],
    ['yesterday', null],
  ])('%s', (text, expected) => {
    expect(pastTime(text, now)).toBe(expected);
  });
});
