import { shorten } from '../../kit/text/shorten.ts';
import { Failure } from '../expression/scope.ts';
import { BaseDate, BaseDuration, typeOf, type BaseValue } from './base-value.ts';
import { durationMs } from './duration.ts';
import { toText } from './value-text.ts';

/**
 * A value as a number: dates and durations in milliseconds, booleans as 1 and 0, texts as JavaScript reads them.
 * @throws Failure for anything else
 */
export function toNumber(value: BaseValue): number {
  const number = numberOrNull(value);
  if (number === null) throw new Failure(`${described(value)} is not a number`);
  return number;
}

/** As {@link toNumber}, but null for anything else. */
export function numberOrNull(value: BaseValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof BaseDate) return value.ms;
  if (value instanceof BaseDuration) return durationMs(value);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isNaN(number) ? null : number;
}

/** A value in a message: its type, and its beginning. */
export function described(value: BaseValue): string {
  const type = typeOf(value);
  if (type === 'null') return 'A missing value';
  const words = type === 'string' ? 'text' : type;
  return `The ${words} "${shorten(toText(value), 40)}"`;
}
