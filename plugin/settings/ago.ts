const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in a few words. */
export function ago(milliseconds: number): string {
  if (milliseconds < 2 * SECOND) return 'just now';
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / SECOND)} s ago`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min ago`;
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h ago`;
  const days = Math.floor(milliseconds / DAY);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
