import { calculate } from '../values/arithmetic.ts';
import { isTruthy, type BaseValue } from '../values/base-value.ts';
import { areEqual, compareValues } from '../values/compare-values.ts';
import { literal, ofParts, ofTwo, valueOf, type Expression } from './expression.ts';
import type { Scope } from './scope.ts';
import type { ArithmeticOperator, CompareOperator } from './syntax.ts';

/** `&&` and `||` end at the first operand that decides, and are true or false. */
export function junction(kind: 'and' | 'or', operands: readonly Expression[]): Expression {
  const deciding = kind === 'or';
  return {
    isLong: operands.some(({ isLong }) => isLong),
    run(scope) {
      for (const operand of operands) if (isTruthy(operand.run(scope)) === deciding) return deciding;
      return !deciding;
    },
    *steps(scope) {
      for (const operand of operands) if (isTruthy(yield* valueOf(operand, scope)) === deciding) return deciding;
      return !deciding;
    },
  };
}

/** All of these, or any. */
export function allOf(conditions: readonly Expression[]): Expression {
  return junction('and', conditions);
}

export function anyOf(conditions: readonly Expression[]): Expression {
  return junction('or', conditions);
}

/** `if(condition, one, other)`: only one of them is evaluated. */
export function choice([
  condition = literal(null),
  one = literal(null),
  other = literal(null),
]: readonly Expression[]): Expression {
  return {
    isLong: [condition, one, other].some(({ isLong }) => isLong),
    run: (scope) => (isTruthy(condition.run(scope)) ? one.run(scope) : other.run(scope)),
    *steps(scope) {
      return yield* valueOf(isTruthy(yield* valueOf(condition, scope)) ? one : other, scope);
    },
  };
}

/** A chain of operators of one level, from left to right. */
export function sumOf(operators: readonly ArithmeticOperator[], operands: readonly Expression[]): Expression {
  const [first, second, third] = operands;
  const [operator] = operators;
  if (first !== undefined && second !== undefined && third === undefined && operator !== undefined)
    return ofTwo(first, second, (a, b) => calculate(operator, a, b));
  return ofParts(operands, (values) => fold(operators, values));
}

function fold(operators: readonly ArithmeticOperator[], [first = null, ...rest]: readonly BaseValue[]): BaseValue {
  return rest.reduce((value, operand, at) => calculate(operators[at] ?? '+', value, operand), first);
}

/** Whether a comparison holds: one place for filters, conditions and `where`. */
export function holds(
  operator: CompareOperator,
  left: BaseValue,
  right: BaseValue,
  { vault }: Pick<Scope, 'vault'>,
): boolean {
  if (operator === '==') return areEqual(left, right, vault.resolveLink);
  if (operator === '!=') return !areEqual(left, right, vault.resolveLink);
  const order = compareValues(left, right);
  if (order === null) return false;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  return operator === '<' ? order < 0 : order <= 0;
}
