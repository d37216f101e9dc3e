import { WORDS } from './activity-words.ts';

// Creating a formatter takes longer than the rest of a row, so each is created once, when first needed. They are given
// local days and hours as if these were UTC, since the computer's time zone may change while the app runs.
let days: Intl.DateTimeFormat | null = null;
let times: Intl.DateTimeFormat | null = null;

/** The local day of a time, as `2026-11-22`. */
export function dayOf(time: string): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A day of {@link dayOf} in words. */
export function dayWords(day: string, now: Date): string {
  if (day === dayOf(now.toISOString())) return WORDS.today;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
  if (day === dayOf(yesterday.toISOString())) return WORDS.yesterday;
  days ??= new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return days.format(Date.parse(`${day}T12:00:00Z`));
}

/** The hour and minute of a time, as people here write them. */
export function timeWords(time: string): string {
  const at = new Date(time);
  times ??= new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return times.format(Date.UTC(2000, 0, 1, at.getHours(), at.getMinutes()));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
