import { localDate, mondayOf } from './iso-week.ts';

/** Days, first and last included, as `YYYY-MM-DD` in the machine's own time zone. */
export interface DaySpan {
  first: string;
  last: string;
}

/** What a number of days without a sign means: `7d` ago, or in `7d`. */
export type Direction = 'past' | 'future';

/**
 * The days a text names: `2026-03-01` (what follows a `T` is not looked at), `2026-03`, `2026`, `2026-W09` (of ISO
 * 8601), `today`, `yesterday`, `tomorrow`, `+3` and `-1` (days from today), or `7d`, `2w`, `3m`, `1y`, which may have a
 * sign. Null for anything else, and for dates that do not exist.
 */
export function readDays(text: string, unsigned: Direction, now = new Date()): DaySpan | null {
  const plain = text.trim().toLowerCase();
  const named = NAMED.get(plain);
  if (named !== undefined) return oneDay(shifted(now, { days: named }));
  return readIso(plain) ?? readWeek(plain) ?? readOffset(plain, unsigned, now);
}

/** When a day begins in the machine's own time zone, in epoch milliseconds. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return localDate(year, month - 1, date).getTime();
}

/** When the next day begins. */
export function endOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return localDate(year, month - 1, date + 1).getTime();
}

/** A moment with a time of day, such as `2026-03-01T14:30`, in epoch milliseconds; null for anything else. */
export function readMoment(text: string): number | null {
  const plain = text.trim();
  const [, day, time = ''] = MOMENT.exec(plain) ?? [];
  if (day === undefined || readIso(day) === null) return null;
  const ms = Date.parse(`${day}T${time}`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * When what a text names begins, in epoch milliseconds: a moment, days (see {@link readDays}; `7d` is ago), or `2h`,
 * which is that many hours ago. Null for anything else.
 */
export function readPast(text: string, now = new Date()): number | null {
  const hours = /^\s*-?(\d{1,5})h\s*$/i.exec(text)?.[1];
  if (hours !== undefined) return now.getTime() - Number(hours) * HOUR_MS;
  const moment = readMoment(text);
  if (moment !== null) return moment;
  const days = readDays(text, 'past', now);
  return days === null ? null : startOfDay(days.first);
}

/** Today in the machine's own time zone, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return dayOf(now);
}

const HOUR_MS = 3_600_000;
const NAMED = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t.*)?)?)?$/;
const WEEK = /^(\d{4})-w(\d{2})$/;
const OFFSET = /^([+-]?)(\d{1,5})([dwmy]?)$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)$/i;

function readIso(text: string): DaySpan | null {
  const [, year = '', month, day] = ISO.exec(text) ?? [];
  if (year === '') return null;
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` };
  const length = Number(month) < 1 || Number(month) > 12 ? 0 : localDate(Number(year), Number(month), 0).getDate();
  if (length === 0) return null;
  if (day === undefined) return { first: `${year}-${month}-01`, last: `${year}-${month}-${String(length)}` };
  const date = `${year}-${month}-${day}`;
  return Number(day) < 1 || Number(day) > length ? null : { first: date, last: date };
}

function readWeek(text: string): DaySpan | null {
  const [, year, week] = WEEK.exec(text) ?? [];
  const monday = year === undefined ? null : mondayOf(Number(year), Number(week));
  if (monday === null) return null;
  const sunday = localDate(monday.getFullYear(), monday.getMonth(), monday.getDate() + 6);
  return { first: dayOf(monday), last: dayOf(sunday) };
}

function readOffset(text: string, unsigned: Direction, now: Date): DaySpan | null {
  const [, sign = '', digits, unit = ''] = OFFSET.exec(text) ?? [];
  if (digits === undefined || (sign === '' && unit === '')) return null;
  const amount = (sign === '' ? unsigned === 'past' : sign === '-') ? -Number(digits) : Number(digits);
  if (unit === 'm') return oneDay(shifted(now, { months: amount }));
  if (unit === 'y') return oneDay(shifted(now, { months: 12 * amount }));
  return oneDay(shifted(now, { days: unit === 'w' ? 7 * amount : amount }));
}

/** The last day of a shorter month stands for those it lacks. */
function shifted(now: Date, { days = 0, months = 0 }: { days?: number; months?: number }): Date {
  const [year, month] = [now.getFullYear(), now.getMonth() + months];
  const length = localDate(year, month + 1, 0).getDate();
  return localDate(year, month, Math.min(now.getDate(), length) + days);
}

function oneDay(date: Date): DaySpan | null {
  const day = dayOf(date);
  return ISO.test(day) ? { first: day, last: day } : null;
}

function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
