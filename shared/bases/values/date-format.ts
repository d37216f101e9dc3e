import { moment } from '../../kit/time/moment.ts';

/**
 * Formats a point in time by Moment's tokens, in local time, in English or the language that Moment has under this
 * name. A time beyond the range of dates gives `Invalid date`.
 */
export function formatDate(ms: number, format: string, locale = 'en'): string {
  return moment(ms).locale(locale).format(format);
}

/** How long ago a time is, or until it comes, in Moment's words: `3 days ago`, `in an hour`. */
export function relativeTime(ms: number, now: number, locale: string): string {
  return moment(ms).locale(locale).from(now);
}
