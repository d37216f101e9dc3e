import { endOfDay, readDays, startOfDay } from '../../kit/time/day-spans.ts';
import type { ConditionOperator, Test } from '../document/conditions.ts';
import { isList, type BaseValue } from '../values/base-value.ts';
import { instantOf, numberOf, textOf } from '../values/compare-values.ts';
import { parseDateText } from '../values/date-text.ts';

/** The span of time that dates are compared with, in epoch milliseconds; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

export interface DateOperand extends Span {
  /** Whether texts that are weeks, months and years (`2026-W47`, `2026-11`, `2026`) are compared with it, too. */
  takesSpans: boolean;
  /** Whether numbers are, as numbers. */
  takesNumbers: boolean;
}

/**
 * What dates are compared with: a day (`2026-11-03`, `today`, `+3`, `-7d`), an ISO week, a month, a year, or a moment.
 * For the times of a file `7d` is ago; for a property it is `unclear`. `impossible` is a day, week or month that no
 * calendar has. Null for any other operand, and for operators that take no dates.
 */
export function dateOperand(
  operand: unknown,
  operator: ConditionOperator,
  key: string,
  now: Date,
): DateOperand | 'unclear' | 'impossible' | null {
  if (COMPARISONS[operator] === undefined) return null;
  if (typeof operand === 'number') return YEAR.test(String(operand)) ? yearOf(String(operand), false) : null;
  if (typeof operand !== 'string') return null;
  const plain = operand.trim().toLowerCase();
  const isEquality = operator === '==' || operator === '!=';
  if (ISO.test(plain)) {
    // Names that begin with a date are ordered as texts.
    if (NAMES.has(key.trim())) return null;
    const bound = YEAR.test(plain) ? yearOf(plain, true) : isoOf(operand.trim());
    return bound ?? (isEquality ? null : 'impossible');
  }
  if (!DAY.test(plain)) {
    if (!UNSIGNED.test(plain)) return null;
    if (!TIMES.has(key.trim())) return isEquality ? null : 'unclear';
  }
  const span = spanOf(plain, now);
  return span === null ? null : { ...span, takesSpans: false, takesNumbers: true };
}

/**
 * Compares dates with all of a span: `>` is after its end, `<` before its beginning, `==` within. Numbers compare with
 * years and numbers of days as `plain` does. Anything else comes neither before a date nor after.
 */
export function dateTest(operator: ConditionOperator, bound: DateOperand | null, plain: Test): Test {
  const compare = bound === null ? undefined : COMPARISONS[operator];
  if (bound === null || compare === undefined) return plain;
  const isEquality = operator === '==' || operator === '!=';
  const meets: Test = (value, scope) => {
    const time = timeOf(value, bound);
    if (time !== null) return compare(time, bound);
    const isCompared = isEquality || (bound.takesNumbers && (textOf(value) === null || numberOf(value) !== null));
    return isCompared && plain(value, scope);
  };
  return (value, scope) => {
    if (!isList(value)) return meets(value, scope);
    return operator === '!=' ? value.every((item) => meets(item, scope)) : value.some((item) => meets(item, scope));
  };
}

const YEAR = /^\d{4}$/;
const ISO = /^\d{4}(?:-w\d{2}|-\d{2}(?:-\d{2}(?:[t ]\d{2}:\d{2}.*)?)?)?$/i;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const DAY = /^(?:today|yesterday|tomorrow|[+-]\d{1,5}[dwmy]?)$/;
const UNSIGNED = /^\d{1,5}[dwmy]$/;
const TIMES: ReadonlySet<string> = new Set(['file.mtime', 'file.ctime']);
const NAMES: ReadonlySet<string> = new Set(
  ['name', 'basename', 'path', 'folder', 'ext'].map((field) => `file.${field}`),
);

const COMPARISONS: Partial<Record<ConditionOperator, (time: Span, bound: Span) => boolean>> = {
  '==': isWithin,
  '!=': (time, bound) => !isWithin(time, bound),
  '<': (time, { from }) => time.to <= from,
  '<=': (time, { to }) => time.to <= to,
  '>': (time, { to }) => time.from >= to,
  '>=': (time, { from }) => time.from >= from,
};

function isWithin({ from, to }: Span, bound: Span): boolean {
  return from >= bound.from && to <= bound.to;
}

function spanOf(text: string, now?: Date): Span | null {
  const days = readDays(text, 'past', now);
  return days === null ? null : { from: startOfDay(days.first), to: endOfDay(days.last) };
}

function yearOf(text: string, takesSpans: boolean): DateOperand | null {
  const span = spanOf(text);
  return span === null ? null : { ...span, takesSpans, takesNumbers: true };
}

/** A week, a month, a day or a moment. */
function isoOf(text: string): DateOperand | null {
  const span = text.length > DAY_LENGTH ? momentOf(text) : spanOf(text);
  return span === null ? null : { ...span, takesSpans: true, takesNumbers: false };
}

function momentOf(text: string): Span | null {
  const ms = parseDateText(text.toUpperCase());
  return ms === null ? null : { from: ms, to: ms + 1 };
}

/** When a value is; a day without a time is its beginning, as in bases. */
function timeOf(value: BaseValue, { takesSpans }: DateOperand): Span | null {
  const instant = instantOf(value);
  if (instant !== null) return { from: instant, to: instant + 1 };
  const isSpan = takesSpans && typeof value === 'string' && ISO.test(value.trim());
  return isSpan ? spanOf(value.trim()) : null;
}
