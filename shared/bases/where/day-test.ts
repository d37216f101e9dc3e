import { endOfDay, readDays, startOfDay } from '../../kit/time/day-spans.ts';
import type { ConditionOperator, Test } from '../document/conditions.ts';
import { isList } from '../values/base-value.ts';
import { instantOf, numberOf, textOf } from '../values/compare-values.ts';

/** A day, or several, in epoch milliseconds; `to` is the beginning of the next. */
export interface DayOperand {
  from: number;
  to: number;
}

/**
 * The day that dates are compared with: `today`, `+3`, `-7d`. For the times of a file `7d` is ago; for a property it is
 * unclear. Null for any other text, dates included: those are moments, as in bases.
 */
export function dayOperand(
  text: string,
  operator: ConditionOperator,
  key: string,
  now: Date,
): DayOperand | 'unclear' | null {
  const plain = text.trim().toLowerCase();
  if (operator === 'contains' || operator === 'exists' || operator === 'matches') return null;
  if (!DAY.test(plain)) {
    if (!UNSIGNED.test(plain)) return null;
    if (!TIMES.has(key.trim())) return operator === '==' || operator === '!=' ? null : 'unclear';
  }
  const days = readDays(plain, 'past', now);
  return days === null ? null : { from: startOfDay(days.first), to: endOfDay(days.last) };
}

/** Compares dates with the whole day, and numbers as `plain` does. Any other text comes neither before a day nor after. */
export function dayTest(operator: ConditionOperator, day: DayOperand | null, plain: Test): Test {
  const compare = day === null ? undefined : COMPARISONS[operator];
  if (day === null || compare === undefined) return plain;
  const isEquality = operator === '==' || operator === '!=';
  const meets: Test = (value, scope) => {
    const instant = instantOf(value);
    if (instant !== null) return compare(instant, day);
    const isCompared = isEquality || textOf(value) === null || numberOf(value) !== null;
    return isCompared && plain(value, scope);
  };
  return (value, scope) => {
    if (!isList(value)) return meets(value, scope);
    return operator === '!=' ? value.every((item) => meets(item, scope)) : value.some((item) => meets(item, scope));
  };
}

const DAY = /^(?:today|yesterday|tomorrow|[+-]\d{1,5}[dwmy]?)$/;
const UNSIGNED = /^\d{1,5}[dwmy]$/;
const TIMES: ReadonlySet<string> = new Set(['file.mtime', 'file.ctime']);

const COMPARISONS: Partial<Record<ConditionOperator, (ms: number, day: DayOperand) => boolean>> = {
  '==': (ms, { from, to }) => ms >= from && ms < to,
  '!=': (ms, { from, to }) => ms < from || ms >= to,
  '<': (ms, { from }) => ms < from,
  '<=': (ms, { to }) => ms < to,
  '>': (ms, { to }) => ms >= to,
  '>=': (ms, { from }) => ms >= from,
};
