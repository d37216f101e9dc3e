import { mondayOf } from '../../kit/time/iso-week.ts';

/**
 * Reads a date in ISO form: `YYYY-MM-DD`, or with a time after `T` or one space (`HH:mm`, seconds, fractions, `Z` or an
 * offset). Without an offset it is local time, as in the app. Epoch milliseconds; null for any other text or an
 * impossible day.
 */
export function parseDateText(text: string): number | null {
  if (text.length < 10 || text.length > 35 || text[4] !== '-') return null;
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const date = new Date(
    2000,
    0,
    1,
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    milliseconds(fraction),
  );
  const parts = [Number(year), Number(month) - 1, Number(day)] as const;
  if (!isCalendarDay(...parts) || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59)
    return null;
  if (offset === undefined) return date.setFullYear(...parts);
  return utcTime(parts, [Number(hour), Number(minute), Number(second ?? 0), milliseconds(fraction)]) - offsetMs(offset);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

type Day = readonly [year: number, month: number, day: number];

function isCalendarDay(...[year, month, day]: Day): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getUTCMonth() === month && date.getUTCDate() === day;
}

function utcTime(day: Day, [hour, minute, second, ms]: readonly [number, number, number, number]): number {
  const date = new Date(0);
  date.setUTCFullYear(...day);
  return date.setUTCHours(hour, minute, second, ms);
}

function milliseconds(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Reads a date more generously, as `date()` does: also a year or month, `YYYYMMDD`, an ISO week or day of a week, and
 * an hour without minutes. Null for any other text.
 */
export function parseAnyDate(text: string): { ms: number; hasTime: boolean } | null {
  const trimmed = text.trim();
  const exact = parseDateText(trimmed);
  if (exact !== null) return { ms: exact, hasTime: trimmed.length > 'YYYY-MM-DD'.length };
  const spelled = LOOSE.exec(trimmed);
  if (spelled !== null) {
    const [, year = '', month = '01', day = '01', hour, minute = '00', second = '00'] = spelled;
    const two = (part: string): string => part.padStart(2, '0');
    const time = hour === undefined ? '' : `T${two(hour)}:${two(minute)}:${two(second)}`;
    const ms = parseDateText(`${year}-${two(month)}-${two(day)}${time}`);
    return ms === null ? null : { ms, hasTime: hour !== undefined };
  }
  const week = WEEK.exec(trimmed);
  return week === null ? null : dateOfWeek(Number(week[1]), Number(week[2]), Number(week[3] ?? 1));
}

const LOOSE = /^(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2})(?:[T ](\d{1,2})(?::(\d{1,2})(?::(\d{1,2}))?)?)?)?)?$/;
const WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/;

/** Monday of the ISO week, or that day of it. */
function dateOfWeek(year: number, week: number, day: number): { ms: number; hasTime: boolean } | null {
  const date = mondayOf(year, week);
  if (date === null) return null;
  date.setDate(date.getDate() + day - 1);
  return { ms: date.setHours(0, 0, 0, 0), hasTime: false };
}
