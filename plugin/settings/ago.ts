const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in a few words; days are those of the calendar. Times in milliseconds since 1970. */
export function ago(time: number, now: number): string {
  const milliseconds = now - time;
  if (milliseconds < 2 * SECOND) return 'just now';
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / SECOND)} s ago`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min ago`;
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY);
  if (milliseconds < DAY || days === 0) return `${Math.floor(milliseconds / HOUR)} h ago`;
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
