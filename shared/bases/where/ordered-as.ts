import { instantOf, numberOf } from '../values/compare-values.ts';
import { dateOperand } from './date-test.ts';

/** What a value is ordered as. A year, as number or text, is a date and a number. */
export interface OrderedAs {
  date: boolean;
  number: boolean;
}

/**
 * What the operand of `<`, `<=`, `>` or `>=` is compared as; as neither, if it is some other text or no text at all.
 */
export function operandOrderedAs(key: string, operand: unknown, now = new Date()): OrderedAs {
  const bound = dateOperand(operand, '<', key, now);
  const isBound = bound !== null && typeof bound === 'object';
  return {
    date: isBound,
    number: isNumber(operand) || (isBound && bound.takesNumbers),
  };
}

/** What the value of a property is ordered as. */
export function valueOrderedAs(value: unknown): OrderedAs {
  return {
    date: typeof value === 'string' && (instantOf(value) !== null || isDays(value)),
    number: isNumber(value),
  };
}

/** A week, a month or a year. */
function isDays(text: string): boolean {
  const bound = dateOperand(text, '<', '', new Date());
  return bound !== null && typeof bound === 'object' && bound.takesSpans;
}

function isNumber(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && numberOf(value) !== null;
}
