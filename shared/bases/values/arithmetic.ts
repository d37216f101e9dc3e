import { bounded, Failure, MOST_ITEMS } from '../expression/scope.ts';
import type { ArithmeticOperator } from '../expression/syntax.ts';
import { BaseDate, BaseDuration, BaseLink, isList, type BaseValue } from './base-value.ts';
import { instantOf } from './compare-values.ts';
import { addDuration, differenceOf, durationMs, parseDuration, scaled } from './duration.ts';
import { described, toNumber } from './numbers.ts';
import { MAX_DATE_MS, toText } from './value-text.ts';

/**
 * Calculates with two values: numbers as JavaScript does, dates with durations and with texts that are durations. `+`
 * joins with a text, to which a missing value adds nothing; any other calculation with a missing value has none.
 * @throws Failure if the values do not go together
 */
export function calculate(operator: ArithmeticOperator, a: BaseValue, b: BaseValue): BaseValue {
  if (operator === '+') return sum(a, b);
  if (a === null || b === null) return null;
  if (operator === '-') return difference(a, b);
  if (a instanceof BaseDuration && (!a.isDifference || (operator !== '*' && durationOf(b) !== null)))
    return ofDuration(operator, a, b);
  if (b instanceof BaseDuration && !b.isDifference)
    throw new Failure(`A duration goes on the left of "${operator}": write duration("5h") ${operator} 2`);
  if (a instanceof BaseDate || b instanceof BaseDate)
    throw new Failure(`${described(a instanceof BaseDate ? a : b)} cannot be calculated with by "${operator}"`);
  return ofNumbers(operator, toNumber(a), toNumber(b));
}

/** `-x` and `+x`. */
export function signed(sign: '+' | '-', value: BaseValue): BaseValue {
  if (value === null) return null;
  if (value instanceof BaseDuration && !value.isDifference) return sign === '-' ? scaled(value, -1) : value;
  return sign === '-' ? -toNumber(value) : toNumber(value);
}

function sum(a: BaseValue, b: BaseValue): BaseValue {
  if (a instanceof BaseDate) return dateSum(a, b, 1) ?? joined(a, b);
  if (b instanceof BaseDate && (a instanceof BaseDuration || typeof a === 'number')) return dateSum(b, a, 1);
  if (a instanceof BaseDuration || b instanceof BaseDuration) return durationSum(a, b, 1) ?? joined(a, b);
  if (isText(a) || isText(b)) return joined(a, b);
  if (isList(a) && isList(b)) {
    if (a.length + b.length > MOST_ITEMS) throw new Failure(`A list is longer than ${String(MOST_ITEMS)} items`);
    return [...a, ...b];
  }
  if (isList(a) || isList(b)) return joined(a, b);
  if (a === null || b === null) return null;
  return toNumber(a) + toNumber(b);
}

function difference(a: BaseValue, b: BaseValue): BaseValue {
  const date = a instanceof BaseDate ? a : dateOfText(a);
  if (date !== null && (a instanceof BaseDate || b instanceof BaseDate || b instanceof BaseDuration)) {
    const other = b instanceof BaseDate ? b : dateOfText(b);
    if (other !== null) return differenceOf(date, other);
    const moved = dateSum(date, b, -1);
    if (moved !== null) return moved;
    throw new Failure(`${described(b)} cannot be taken from a date: a duration is written "7d" or "2 weeks"`);
  }
  if (a instanceof BaseDuration || b instanceof BaseDuration) {
    const length = durationSum(a, b, -1);
    if (length !== null) return length;
  }
  return toNumber(a) - toNumber(b);
}

function dateSum(date: BaseDate, value: BaseValue, sign: 1 | -1): BaseDate | null {
  const duration =
    typeof value === 'number' ? new BaseDuration(0, value) : typeof value === 'string' ? parseDuration(value) : value;
  if (!(duration instanceof BaseDuration)) return null;
  const moved = addDuration(date, duration, sign);
  if (!(Math.abs(moved.ms) <= MAX_DATE_MS)) throw new Failure('A date is out of range');
  return moved;
}

/** Durations and texts that are some; with the difference of two dates also numbers. */
function durationSum(a: BaseValue, b: BaseValue, sign: 1 | -1): BaseValue {
  const [first, second] = [durationOf(a), durationOf(b)];
  if (first !== null && second !== null)
    return new BaseDuration(
      first.months + sign * second.months,
      first.ms + sign * second.ms,
      first.dayMs + sign * second.dayMs,
      first.isDifference && second.isDifference,
    );
  const isNumeric = (value: BaseValue): boolean =>
    typeof value === 'number' || (value instanceof BaseDuration && value.isDifference);
  return isNumeric(a) && isNumeric(b) ? toNumber(a) + sign * toNumber(b) : null;
}

function durationOf(value: BaseValue): BaseDuration | null {
  if (value instanceof BaseDuration) return value;
  return typeof value === 'string' ? parseDuration(value) : null;
}

function ofDuration(operator: ArithmeticOperator, a: BaseDuration, b: BaseValue): BaseValue {
  const other = durationOf(b);
  if (other !== null) {
    if (operator === '*') throw new Failure('Two durations cannot be multiplied');
    return ofNumbers(operator, durationMs(a), durationMs(other));
  }
  const factor = toNumber(b);
  if (operator === '%') return new BaseDuration(0, durationMs(a) % factor);
  return scaled(a, operator === '*' ? factor : 1 / factor);
}

function ofNumbers(operator: ArithmeticOperator, a: number, b: number): number {
  if (operator === '*') return a * b;
  return operator === '/' ? a / b : a % b;
}

function joined(a: BaseValue, b: BaseValue): string {
  return bounded(toText(a) + toText(b));
}

function isText(value: BaseValue): boolean {
  return typeof value === 'string' || value instanceof BaseLink;
}

function dateOfText(value: BaseValue): BaseDate | null {
  const ms = typeof value === 'string' ? instantOf(value) : null;
  return ms === null || typeof value !== 'string' ? null : new BaseDate(ms, value.length > 10);
}
