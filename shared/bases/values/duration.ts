import { BaseDate, BaseDuration } from './base-value.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY_MS = 24 * HOUR;
/** The mean Gregorian month, as the app's date library counts it. */
const MONTH_MS = 30.436875 * DAY_MS;

interface Unit {
  months: number;
  ms: number;
  isDays?: true;
}

/** The units of the app's documentation. `M` is a month, `m` a minute; otherwise letter case does not matter. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      [['y', 'year', 'years'], { months: 12, ms: 0 }],
      [['M', 'month', 'months'], { months: 1, ms: 0 }],
      [['w', 'week', 'weeks'], { months: 0, ms: 7 * DAY_MS, isDays: true }],
      [['d', 'day', 'days'], { months: 0, ms: DAY_MS, isDays: true }],
      [['h', 'hour', 'hours'], { months: 0, ms: HOUR }],
      [['m', 'minute', 'minutes'], { months: 0, ms: MINUTE }],
      [['s', 'second', 'seconds'], { months: 0, ms: SECOND }],
      [['ms', 'millisecond', 'milliseconds'], { months: 0, ms: 1 }],
    ] as const
  ).flatMap(([names, unit]) => names.map((name): [string, Unit] => [name, unit])),
);

/** Reads `1d`, `2 weeks`, `-1M` or several in a row (`1d 12h`, `1h30m`); null for any other text. */
export function parseDuration(text: string): BaseDuration | null {
  if (text.length > 100) return null;
  let [months, ms, dayMs, at] = [0, 0, 0, 0];
  const trimmed = text.trim();
  PART.lastIndex = 0;
  for (let part = PART.exec(trimmed); part !== null && part.index === at; part = PART.exec(trimmed)) {
    const [whole, count, name = ''] = part;
    const unit = UNITS.get(name) ?? (name.length > 1 ? UNITS.get(name.toLowerCase()) : undefined);
    if (unit === undefined) return null;
    months += Number(count) * unit.months;
    ms += Number(count) * unit.ms;
    if (unit.isDays) dayMs += Number(count) * unit.ms;
    at += whole.length;
    if (at === trimmed.length) return new BaseDuration(months, ms, dayMs);
  }
  return null;
}

const PART = /([+-]?\d+(?:\.\d+)?)\s*([A-Za-z]+)(?:\s*,?\s+|(?=[\d]|$))/gy;

/** Milliseconds; a month counts as the mean one. */
export function durationMs({ months, ms }: BaseDuration): number {
  return months * MONTH_MS + ms;
}

/** The fields of a duration: its whole length in that unit. */
export const DURATION_FIELDS: ReadonlyMap<string, number> = new Map([
  ['years', 12 * MONTH_MS],
  ['months', MONTH_MS],
  ['weeks', 7 * DAY_MS],
  ['days', DAY_MS],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
  ['milliseconds', 1],
]);

export function scaled({ months, ms, dayMs, isDifference }: BaseDuration, factor: number): BaseDuration {
  return new BaseDuration(months * factor, ms * factor, dayMs * factor, isDifference);
}

/**
 * A date moved by a duration. Months go first, as in calendars: to the same day, or the last one of a shorter month. A
 * day without a time moves by calendar days, a time by exactly 24 hours for each. Hours are exact for both.
 */
export function addDuration(date: BaseDate, { months, ms, dayMs }: BaseDuration, sign: 1 | -1): BaseDate {
  const moved = new Date(date.ms);
  const wholeMonths = Math.trunc(months);
  if (wholeMonths !== 0) {
    const day = moved.getDate();
    moved.setDate(1);
    moved.setMonth(moved.getMonth() + sign * wholeMonths);
    moved.setDate(Math.min(day, daysInMonth(moved)));
  }
  const rest = ms + (months - wholeMonths) * MONTH_MS;
  const days = date.hasTime ? 0 : Math.trunc((dayMs + (months - wholeMonths) * MONTH_MS) / DAY_MS);
  moved.setDate(moved.getDate() + sign * days);
  // Where the clocks go forward at midnight, a day begins at 1, and the day it is moved to does not.
  if (!date.hasTime) moved.setHours(0, 0, 0, 0);
  const exact = rest - days * DAY_MS;
  const end = moved.getTime() + sign * exact;
  return new BaseDate(end, date.hasTime || (exact !== 0 && !isStartOfDay(end)));
}

/** The length of time from `b` to `a`; between two days, whole days whatever the clocks did. */
export function differenceOf(a: BaseDate, b: BaseDate): BaseDuration {
  if (a.hasTime || b.hasTime) return new BaseDuration(0, a.ms - b.ms, 0, true);
  const days = dayNumber(a) - dayNumber(b);
  return new BaseDuration(0, days, days, true);
}

/** In words: `1 month 2 days`; `0 seconds` if it is nothing. */
export function durationText({ months, ms }: BaseDuration): string {
  const parts: string[] = [];
  const add = (count: number, unit: string): void => {
    if (count !== 0) parts.push(`${String(count)} ${unit}${Math.abs(count) === 1 ? '' : 's'}`);
  };
  add(Math.trunc(months / 12), 'year');
  add(months % 12, 'month');
  let rest = ms;
  for (const [unit, length] of IN_WORDS) {
    const count = unit === 'second' ? rest / length : Math.trunc(rest / length);
    add(count, unit);
    rest -= count * length;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

const IN_WORDS = [
  ['day', DAY_MS],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** Midnight of the same calendar day in UTC. */
function dayNumber({ ms }: BaseDate): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

function isStartOfDay(ms: number): boolean {
  return new Date(ms).setHours(0, 0, 0, 0) === ms;
}

function daysInMonth(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
}
