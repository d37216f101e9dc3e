import { holds } from '../expression/operators.ts';
import { ofOne, type Expression } from '../expression/expression.ts';
import type { Scope } from '../expression/scope.ts';
import { isCompareOperator, type CompareOperator } from '../expression/syntax.ts';
import { readPattern, searchFor } from '../functions/patterns.ts';
import { BasePattern, isEmpty, isList, type BaseValue } from '../values/base-value.ts';
import { areEqual } from '../values/compare-values.ts';
import { toText } from '../values/value-text.ts';

/** What a condition such as `{pages: {">=": 100}}` compares by. */
export type ConditionOperator = CompareOperator | 'contains' | 'exists' | 'matches';

/** The operators as they are written; `=` is `==`. */
export const CONDITION_OPERATORS: readonly string[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'exists',
  'matches',
];

/** The operator with this spelling; null if there is none. */
export function conditionOperator(written: string): ConditionOperator | null {
  if (written === '=') return '==';
  if (isCompareOperator(written)) return written;
  return written === 'contains' || written === 'exists' || written === 'matches' ? written : null;
}

/** Tests a value. Throws `Failure` if a pattern would take too long on it. */
export type Test = (value: BaseValue, scope: Scope) => boolean;

/**
 * What a condition asks of a value. With `inLists` a single value also equals a list that contains it.
 * @throws Error for an invalid pattern; its message says what is wrong
 */
export function testOf(operator: ConditionOperator, operand: BaseValue, inLists = false): Test {
  switch (operator) {
    case 'exists': {
      const isWanted = operand !== false;
      return (value) => (value !== null) === isWanted;
    }
    case 'contains':
      return (value, scope) => contains(value, operand, scope);
    case 'matches': {
      const pattern = operand instanceof BasePattern ? operand : readPattern(toText(operand), '');
      return (value, scope) =>
        (isList(value) ? value : [value]).some((item) => {
          const text = toText(item);
          return item !== null && searchFor(pattern, text, false, scope).test(text);
        });
    }
    default:
      return inLists ? listTest(operator, operand) : (value, scope) => holds(operator, value, operand, scope);
  }
}

/** The condition on what `left` is. */
export function condition(operator: ConditionOperator, left: Expression, operand: BaseValue): Expression {
  const test = testOf(operator, operand);
  return ofOne(left, test);
}

function listTest(operator: CompareOperator, operand: BaseValue): Test {
  if (operator === '!=') {
    const isEqual = listTest('==', operand);
    return (value, scope) => !isEqual(value, scope);
  }
  return (value, scope) =>
    isList(value) && !isList(operand)
      ? value.some((item) => holds(operator, item, operand, scope))
      : holds(operator, value, operand, scope);
}

/** A list contains an equal item; a text contains a part that is the same letter by letter. */
function contains(value: BaseValue, wanted: BaseValue, { vault }: Scope): boolean {
  if (isList(value)) return value.some((item) => areEqual(item, wanted, vault.resolveLink));
  if (value === null || typeof value === 'boolean' || isEmpty(wanted)) return false;
  return areEqual(value, wanted, vault.resolveLink) || toText(value).includes(toText(wanted));
}
