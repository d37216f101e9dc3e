import { randomBytes } from 'node:crypto';

const ID = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d{3})-/;

/**
 * An id for a change, such as `20261121-043114-123-ab12cd`: short enough to type, safe in a file name, and greater than
 * the newest one's, even if the clock was set back. Unless it was, it begins with the time.
 * @param now milliseconds since 1970
 * @param newest the greatest id so far, or null
 */
export function newChangeId(now: number, newest: string | null): string {
  const last = newest === null ? -Infinity : timeOf(newest);
  const digits = new Date(Math.max(now, last + 1)).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${digits.slice(14, 17)}-${randomBytes(3).toString('hex')}`;
}

/** Whether a text has the form of an id. */
export function isChangeId(text: string): boolean {
  return timeOf(text) > -Infinity;
}

function timeOf(id: string): number {
  const parts = ID.exec(id)?.slice(1).map(Number);
  if (parts === undefined) return -Infinity;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}
