import type { Moment, unitOfTime } from 'moment';
import { moment } from './moment.ts';

/** What a note of the calendar is about. */
export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** How the app spells languages that Moment spells otherwise. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['zh', 'zh-cn'],
]);

/** A time in this machine's time zone and in a language, with its weeks; an unknown language is English. */
export function momentIn(language: string, ms: number): Moment {
  return moment(ms).locale(localeOf(language));
}

/** Moment's name for a language of the app or the system; `en` for one that it lacks. */
export function localeOf(language: string): string {
  const name = language.toLowerCase().replace('_', '-');
  const [base = ''] = name.split('-');
  const known = moment.locales();
  const found = [name, SPELLED.get(name), base, SPELLED.get(base)].find(
    (one) => one !== undefined && known.includes(one),
  );
  return found ?? 'en';
}

/**
 * The period that `date` names: an ISO date (`2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`), `today`,
 * `yesterday`, `tomorrow`, or how many periods from now (`+3`, `-1`). Null if it names none. The time of day is that of
 * `now`. A week is the one that `format` gives this number: the language's own, unless its tokens are those of ISO
 * weeks.
 */
export function readDate(date: string, period: Period, now: Moment, format = ''): Moment | null {
  const text = date.trim().toLowerCase();
  if (text === 'today' || text === '') return now.clone();
  if (text === 'yesterday') return now.clone().subtract(1, 'day');
  if (text === 'tomorrow') return now.clone().add(1, 'day');
  if (/^[+-]\d{1,5}$/.test(text)) return now.clone().add(Number(text), period);
  const quarter = /^(\d{4})-?q([1-4])$/.exec(text);
  const iso = quarter === null ? text : `${quarter[1] ?? ''}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}`;
  const found = moment(iso.toUpperCase(), ISO_FORMATS, true);
  if (!found.isValid()) return null;
  const day = found.locale(now.locale());
  const week = /^(\d{4})-?w(\d{2})$/.exec(text);
  if (week !== null && period === 'week' && !hasIsoWeeks(format)) day.weekYear(Number(week[1])).week(Number(week[2]));
  return day.set({ hour: now.hour(), minute: now.minute(), second: now.second() });
}

/** Whether a format numbers weeks from Monday, in any language. */
function hasIsoWeeks(format: string): boolean {
  return /GG|W/.test(format.replace(/\[[^\]]*\]/g, ''));
}

const ISO_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-MM-DDTHH:mm', moment.ISO_8601, 'GGGG-[W]WW', 'YYYY-MM', 'YYYY'];

/**
 * Fills a template's variables: `{{title}}`, `{{date}}` and `{{time}}`, both with a format (`{{date:dddd}}`) and a
 * distance (`{{date+1d:YYYY-MM-DD}}`), `{{yesterday}}`, `{{tomorrow}}`, and days of its week (`{{monday:YYYY-MM-DD}}`).
 */
export function fillTemplate(text: string, { title, day, now, unformatted }: TemplateValues): string {
  return text.replace(VARIABLE, (all: string, name: string, count?: string, unit?: string, format?: string) => {
    const key = name.toLowerCase();
    if (key === 'title') return title;
    const at = key === 'time' ? now.clone() : day.clone();
    if (key === 'yesterday') at.subtract(1, 'day');
    else if (key === 'tomorrow') at.add(1, 'day');
    else if (key !== 'date' && key !== 'time') {
      const weekday = WEEKDAYS.indexOf(key);
      if (weekday < 0) return all;
      const first = at.localeData().firstDayOfWeek();
      at.weekday((weekday - first + 7) % 7);
    }
    if (count !== undefined && unit !== undefined) at.add(Number(count), UNITS[unit.toLowerCase()] ?? 'day');
    const own = format?.trim() ?? '';
    return own === '' ? unformatted(key, at) : at.format(own);
  });
}

/** What a template is filled with. */
export interface TemplateValues {
  /** The note's. */
  title: string;
  /** The note's day. */
  day: Moment;
  now: Moment;
  /**
   * Writes the time that a variable means where it has no format. Its name is in lower case: `date`, `time`,
   * `yesterday`, `monday`…
   */
  unformatted: (variable: string, at: Moment) => string;
}

const VARIABLE = /\{\{\s*([a-z]+)\s*(?:([+-]\d{1,5})([yqmwdhs]))?\s*(?::([^{}]*?))?\}\}/gi;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const UNITS: Readonly<Record<string, unitOfTime.Base | 'quarter'>> = {
  y: 'year',
  q: 'quarter',
  m: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  s: 'second',
};
