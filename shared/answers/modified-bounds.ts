import { VaultLoomError } from '../protocol/errors.ts';

/** Bounds on when a file was last changed, as tools take them. */
export interface ModifiedBounds {
  modifiedAfter?: string | undefined;
  modifiedBefore?: string | undefined;
}

/**
 * Whether a time, in epoch milliseconds, lies within the bounds. A day stands for all of it, in this machine's time
 * zone, and belongs to what it bounds; `7d`, `2w`, `3m` and `1y` count back from `now`. Null if there are no bounds.
 * @throws VaultLoomError `invalid_arguments`
 */
export function withinModified(
  { modifiedAfter, modifiedBefore }: ModifiedBounds,
  now = new Date(),
): ((mtimeMs: number) => boolean) | null {
  if (modifiedAfter === undefined && modifiedBefore === undefined) return null;
  const after = modifiedAfter === undefined ? -Infinity : timeOf('modifiedAfter', modifiedAfter, now).start;
  const before = modifiedBefore === undefined ? Infinity : timeOf('modifiedBefore', modifiedBefore, now).end;
  return (mtimeMs) => mtimeMs >= after && mtimeMs <= before;
}

const AGO = /^(\d{1,4})\s*([dwmy])$/i;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** The first and last millisecond that a bound names. */
function timeOf(argument: string, given: string, now: Date): { start: number; end: number } {
  const text = given.trim();
  const ago = AGO.exec(text);
  if (ago !== null) return moment(before(now, Number(ago[1]), (ago[2] ?? 'd').toLowerCase()).getTime());
  const day = DAY.exec(text);
  if (day !== null) {
    const [year, month, date] = day.slice(1).map(Number) as [number, number, number];
    const start = new Date(year, month - 1, date);
    if (start.getMonth() === month - 1 && start.getDate() === date)
      return { start: start.getTime(), end: new Date(year, month - 1, date + 1).getTime() - 1 };
  }
  const time = TIME.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN;
  if (!Number.isNaN(time)) return moment(time);
  throw new VaultLoomError('invalid_arguments', `\`${argument}\` is no date: "${text.slice(0, 60)}".`, {
    hint: 'Give an ISO date (2026-03-14), or how long ago: 7d, 2w, 3m, 1y.',
  });
}

function moment(time: number): { start: number; end: number } {
  return { start: time, end: time };
}

/** The same time of day so long before; of a month that lacks the day, the last one. */
function before(now: Date, count: number, unit: string): Date {
  const then = new Date(now);
  if (unit === 'd' || unit === 'w') then.setDate(then.getDate() - count * (unit === 'w' ? 7 : 1));
  else {
    then.setDate(1);
    then.setMonth(then.getMonth() - count * (unit === 'y' ? 12 : 1));
    const last = new Date(then.getFullYear(), then.getMonth() + 1, 0).getDate();
    then.setDate(Math.min(now.getDate(), last));
  }
  return then;
}
