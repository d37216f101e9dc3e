/**
 * When a text says, in milliseconds since 1970: an ISO date (its beginning on this machine) or time, or how long ago
 * (`2h`, `7d`, `2w`, `3m`, `1y`). Null if it says neither.
 */
export function pastTime(text: string, now: number): number | null {
  const ago = /^(\d{1,4})([hdwmy])$/.exec(text.trim());
  if (ago === null) return isoTime(text.trim());
  const [, count = '', unit = ''] = ago;
  const date = new Date(now);
  const many = Number(count);
  if (unit === 'h') date.setTime(now - many * 3_600_000);
  else if (unit === 'd') date.setDate(date.getDate() - many);
  else if (unit === 'w') date.setDate(date.getDate() - many * 7);
  else if (unit === 'm') date.setMonth(date.getMonth() - many);
  else date.setFullYear(date.getFullYear() - many);
  return date.getTime();
}

function isoTime(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return null;
  // A date alone would be read as UTC.
  const time = Date.parse(text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T'));
  return Number.isNaN(time) ? null : time;
}
