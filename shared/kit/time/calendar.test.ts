import { describe, expect, it } from 'vitest';
import { fillTemplate, momentIn, readDate, type Period } from './calendar.ts';

/** A Sunday. */
const NOW = new Date(2026, 0, 4, 15, 30).getTime();
const now = momentIn('en', NOW);

describe('a date', () => {
  it.each<[string, Period, string | null]>([
    ['today', 'day', '2026-01-04'],
    ['Yesterday', 'day', '2026-01-03'],
    ['tomorrow', 'day', '2026-01-05'],
    ['+3', 'day', '2026-01-07'],
    ['-1', 'week', '2025-12-28'],
    ['+1', 'month', '2026-02-04'],
    ['-1', 'quarter', '2025-10-04'],
    ['2026-02-28', 'day', '2026-02-28'],
    ['2026-W07', 'week', '2026-02-09'],
    ['2026-02', 'month', '2026-02-01'],
    ['2026-Q3', 'quarter', '2026-07-01'],
    ['2025', 'year', '2025-01-01'],
    ['2026-02-30', 'day', null],
    ['next week', 'week', null],
  ])('%s of a %s', (text, period, expected) => {
    expect(readDate(text, period, now)?.format('YYYY-MM-DD') ?? null).toBe(expected);
  });

  it.each([
    ['en', 'gggg-[W]ww'],
    ['ar', 'gggg-[W]ww'],
    ['de', 'gggg-[W]ww'],
    ['en', 'GGGG-[W]WW'],
    ['ar', 'GGGG-[W]WW'],
  ])('of a week is in the week of this number, in %s by %s', (language, format) => {
    for (const week of ['2026-W01', '2026-W48', '2027-W01', '2028-W02']) {
      const found = readDate(week, 'week', momentIn(language, NOW), format);
      expect(found?.locale('en').locale(language).format(format).replaceAll(/[٠-٩]/g, western)).toBe(week);
    }
  });

  it('is in weeks and words of the language', () => {
    const format = (language: string): string => momentIn(language, NOW).format('gggg-[W]ww dddd MMMM');
    expect(format('en')).toBe('2026-W02 Sunday January');
    expect(format('en-GB')).toBe('2026-W01 Sunday January');
    expect(format('de-AT')).toBe('2026-W01 Sonntag Januar');
    expect(format('pt_BR')).toBe('2026-W02 domingo janeiro');
    expect(format('zh-TW')).toContain('星期日');
    expect(format('xx')).toBe(format('en'));
  });
});

describe('a template', () => {
  const FORMATS: Record<string, string> = {
    time: 'HH:mm',
    yesterday: 'YYYY-MM-DD ddd',
    tomorrow: 'YYYY-MM-DD ddd',
    monday: 'dddd',
  };
  const fill = (text: string, language = 'en'): string =>
    fillTemplate(text, {
      title: 'The day',
      day: momentIn(language, new Date(2026, 0, 7, 15, 30).getTime()),
      now: momentIn(language, NOW),
      unformatted: (variable, at) => at.format(FORMATS[variable] ?? 'YYYY-MM-DD'),
    });

  it.each([
    ['# {{title}}', '# The day'],
    ['{{date}} {{ time }} {{Date:dddd}}', '2026-01-07 15:30 Wednesday'],
    ['{{date:DD.MM.YYYY HH:mm}}', '07.01.2026 15:30'],
    ['{{time:h A}}', '3 PM'],
    ['[[{{yesterday}}]] [[{{ Tomorrow }}]] [[{{tomorrow:DD}}]]', '[[2026-01-06 Tue]] [[2026-01-08 Thu]] [[08]]'],
    ['{{date+1w:YYYY-MM-DD}} {{date -1m}}', '2026-01-14 2025-12-07'],
    ['{{monday:YYYY-MM-DD}} {{sunday:YYYY-MM-DD}} {{Monday}}', '2026-01-05 2026-01-04 Monday'],
    ['{{other}} {{}} {date}', '{{other}} {{}} {date}'],
  ])('%s', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  it('counts the days of a week as its language does', () => {
    expect(fill('{{monday:YYYY-MM-DD}} {{sunday:YYYY-MM-DD}}', 'de')).toBe('2026-01-05 2026-01-11');
  });
});

function western(digit: string): string {
  return String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit));
}
