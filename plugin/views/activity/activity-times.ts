import { WORDS } from './activity-words.ts';

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
  return new Date(`${day}T12:00:00`).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** The hour and minute of a time, as people here write them. */
export function timeWords(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
