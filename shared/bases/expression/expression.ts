import { runSteps, type Steps } from '../../kit/concurrency/slices.ts';
import type { BaseValue } from '../values/base-value.ts';
import type { Scope } from './scope.ts';

/** An expression, all names resolved, ready to run. */
export interface Expression {
  /** The value for a file, in one go. Throws `Failure`. */
  run(scope: Scope): BaseValue;
  /** The same with pauses; null if it is short anyway. */
  steps: ((scope: Scope) => Steps<BaseValue>) | null;
}

/** One that is short. */
export function short(run: (scope: Scope) => BaseValue): Expression {
  return { run, steps: null };
}

/** One that may take long. */
export function long(steps: (scope: Scope) => Steps<BaseValue>): Expression {
  return { run: (scope) => runSteps(steps(scope)), steps };
}

export function literal(value: BaseValue): Expression {
  return short(() => value);
}

/** One that needs all its parts' values; long if one of them is. */
export function ofParts(
  parts: readonly Expression[],
  apply: (values: BaseValue[], scope: Scope) => BaseValue,
): Expression {
  if (parts.every(({ steps }) => steps === null))
    return short((scope) => {
      const values: BaseValue[] = [];
      for (const part of parts) values.push(part.run(scope));
      return apply(values, scope);
    });
  return long(function* (scope) {
    const values: BaseValue[] = [];
    for (const part of parts) values.push(yield* valueOf(part, scope));
    return apply(values, scope);
  });
}

/** One that needs the value of one part; as {@link ofParts}, without a list. */
export function ofOne(part: Expression, apply: (value: BaseValue, scope: Scope) => BaseValue): Expression {
  if (part.steps === null) return short((scope) => apply(part.run(scope), scope));
  return long(function* (scope) {
    return apply(yield* valueOf(part, scope), scope);
  });
}

/** One that needs the values of two parts, in this order. */
export function ofTwo(
  first: Expression,
  second: Expression,
  apply: (first: BaseValue, second: BaseValue, scope: Scope) => BaseValue,
): Expression {
  if (first.steps === null && second.steps === null)
    return short((scope) => apply(first.run(scope), second.run(scope), scope));
  return long(function* (scope) {
    return apply(yield* valueOf(first, scope), yield* valueOf(second, scope), scope);
  });
}

/** The value of an expression, with pauses if it is long. */
export function* valueOf(expression: Expression, scope: Scope): Steps<BaseValue> {
  return expression.steps === null ? expression.run(scope) : yield* expression.steps(scope);
}
