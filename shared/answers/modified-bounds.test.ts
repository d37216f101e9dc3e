import { describe, expect, it } from 'vitest';
import { withinModified } from './modified-bounds.ts';

const NOW = new Date(2026, 2, 31, 12);
const at = (...date: [number, number, number, number?]): number => new Date(...date).getTime();

describe('bounds of when a note was changed', () => {
  it('are none if none are given', () => {
    expect(withinModified({})).toBeNull();
  });

  it('include their days, in the time zone of this machine', () => {
    const isWithin = withinModified({ modifiedAfter: '2026-03-01', modifiedBefore: '2026-03-02' }, NOW);
    expect(isWithin?.(at(2026, 2, 1))).toBe(true);
    expect(isWithin?.(at(2026, 2, 1) - 1)).toBe(false);
    expect(isWithin?.(at(2026, 2, 3) - 1)).toBe(true);
    expect(isWithin?.(at(2026, 2, 3))).toBe(false);
  });

  it.each([
    ['7d', at(2026, 2, 24, 12)],
    ['2w', at(2026, 2, 17, 12)],
    ['1m', at(2026, 1, 28, 12)],
    ['1y', at(2025, 2, 31, 12)],
  ])('count %s back from now', (modifiedAfter, bound) => {
    const isWithin = withinModified({ modifiedAfter }, NOW);
    expect(isWithin?.(bound)).toBe(true);
    expect(isWithin?.(bound - 1)).toBe(false);
  });

  it('may be exact times', () => {
    const isWithin = withinModified({ modifiedBefore: '2026-03-01T10:00:00Z' }, NOW);
    expect(isWithin?.(Date.UTC(2026, 2, 1, 10))).toBe(true);
    expect(isWithin?.(Date.UTC(2026, 2, 1, 10) + 1)).toBe(false);
  });

  it.each(['yesterday', '2026-02-30', '2026-13-01', '7', ''])('are refused if "%s" is no date', (modifiedAfter) => {
    expect(() => withinModified({ modifiedAfter })).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
  });
});
