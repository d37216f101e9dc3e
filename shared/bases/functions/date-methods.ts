import { BaseDate, type BaseDuration, type BaseValue } from '../values/base-value.ts';
import { DURATION_FIELDS, durationMs } from '../values/duration.ts';
import { formatDate, relativeTime } from '../values/date-format.ts';
import { method, textArgument, type MethodTable } from './method.ts';

export const DATE_METHODS: MethodTable<BaseDate> = {
  date: method(0, 0, ({ ms }) => dayOf(ms)),
  time: method(0, 0, ({ ms }) => formatDate(ms, 'HH:mm:ss')),
  format: method(1, 1, ({ ms }, args, { locale }) => formatDate(ms, textArgument(args, 0), locale)),
  relative: method(0, 0, ({ ms }, _args, { now, locale }) => relativeTime(ms, now, locale)),
  isEmpty: method(0, 0, () => false),
};

/** Midnight of the day, without a time. */
export function dayOf(ms: number): BaseDate {
  return new BaseDate(new Date(ms).setHours(0, 0, 0, 0), false);
}

/** `date.year` and similar; undefined for any other name. */
export function dateField({ ms }: BaseDate, name: string): number | undefined {
  const field = DATE_FIELDS.get(name);
  return field === undefined ? undefined : field(new Date(ms));
}

/** `duration.days` and similar, whole lengths in that unit; undefined for any other name. */
export function durationField(duration: BaseDuration, name: string): BaseValue | undefined {
  const unit = DURATION_FIELDS.get(name);
  if (unit === undefined) return undefined;
  if (duration.ms === 0 && (name === 'months' || name === 'years'))
    return name === 'months' ? duration.months : duration.months / 12;
  return durationMs(duration) / unit;
}

const DATE_FIELDS: ReadonlyMap<string, (date: Date) => number> = new Map([
  ['year', (date: Date) => date.getFullYear()],
  ['month', (date: Date) => date.getMonth() + 1],
  ['day', (date: Date) => date.getDate()],
  ['hour', (date: Date) => date.getHours()],
  ['minute', (date: Date) => date.getMinutes()],
  ['second', (date: Date) => date.getSeconds()],
  ['millisecond', (date: Date) => date.getMilliseconds()],
]);
