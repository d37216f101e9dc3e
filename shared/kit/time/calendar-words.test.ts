import { describe, expect, it } from 'vitest';
import { isWeekday, monthNamed } from './calendar-words.ts';

const LANGUAGES = 'en de fr es it pt nl sv da nb fi pl cs ro ru uk bg tr id ca ar he'.split(' ');

function named(language: string, ms: number, options: Intl.DateTimeFormatOptions, type: string): string {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { timeZone: 'UTC', ...options });
  return format.formatToParts(ms).find((part) => part.type === type)?.value ?? '';
}

describe('names of the calendar', () => {
  it.each(LANGUAGES)('has the months of %s, alone and next to a day', (language) => {
    for (let month = 1; month <= 12; month++)
      for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
        // Catalan puts an article in it.
        const name = named(language, Date.UTC(2026, month - 1, 15), options, 'month').replace(/^de |^d[’']/u, '');
        expect([name, monthNamed(name)]).toEqual([name, month]);
      }
  });

  it.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'ru', 'ar'])('has the days of the week of %s', (language) => {
    for (let day = 1; day <= 7; day++) {
      const name = named(language, Date.UTC(2026, 0, day), { weekday: 'long' }, 'weekday');
      expect([name, isWeekday(name)]).toEqual([name, true]);
    }
  });

  it('has short English names, in any letter case, and no other words', () => {
    expect(['Jan', 'FEB', 'mar', 'Sept'].map(monthNamed)).toEqual([1, 2, 3, 9]);
    expect(['set', 'moon', 'ago', ''].map(monthNamed)).toEqual([undefined, undefined, undefined, undefined]);
    expect(isWeekday('Sat')).toBe(true);
    expect(isWeekday('sit')).toBe(false);
  });
});
