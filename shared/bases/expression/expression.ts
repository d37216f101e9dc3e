import type { Steps } from '../../kit/concurrency/slices.ts';
import type { BaseValue } from '../values/base-value.ts';
import { PAUSE_NEEDED, type Scope } from './scope.ts';

/** An expression, all names resolved, ready to run. */
export interface Expression {
  /** Whether it needs pauses whatever the values are: `run` is not called then. */
  readonly isLong: boolean;
  /** The value for a file, in one go. Throws `Failure`, and `PAUSE_NEEDED` if the values turn out to be long. */
  run(scope: Scope): BaseValue;
  /** The same with pauses. */
  steps(scope: Scope): Steps<BaseValue>;
}

/** One that is short. */
export function short(run: (scope: Scope) => BaseValue): Expression {
  return {
    isLong: false,
    run,
    *steps(scope) {
      if (scope.meter.isPauseDue()) yield;
      return run(scope);
    },
  };
}

/** One that may take long. */
export function long(steps: (scope: Scope) => Steps<BaseValue>): Expression {
  return { isLong: true, run: neverInOneGo, steps };
}

export function literal(value: BaseValue): Expression {
  return short(() => value);
}

/** One that needs all its parts' values; long if one of them is. */
export function ofParts(
  parts: readonly Expression[],
  apply: (values: BaseValue[], scope: Scope) => BaseValue,
): Expression {
  return {
    isLong: parts.some(({ isLong }) => isLong),
    run(scope) {
      const values: BaseValue[] = [];
      for (const part of parts) values.push(part.run(scope));
      return apply(values, scope);
    },
    *steps(scope) {
      const values: BaseValue[] = [];
      for (const part of parts) values.push(yield* valueOf(part, scope));
      return yield* withPauses(scope, () => apply(values, scope));
    },
  };
}

/** One that needs the value of one part; as {@link ofParts}, without a list. */
export function ofOne(part: Expression, apply: (value: BaseValue, scope: Scope) => BaseValue): Expression {
  return {
    isLong: part.isLong,
    run: (scope) => apply(part.run(scope), scope),
    *steps(scope) {
      const value = yield* valueOf(part, scope);
      return yield* withPauses(scope, () => apply(value, scope));
    },
  };
}

/** One that needs the values of two parts, in this order. */
export function ofTwo(
  first: Expression,
  second: Expression,
  apply: (first: BaseValue, second: BaseValue, scope: Scope) => BaseValue,
): Expression {
  return {
    isLong: first.isLong || second.isLong,
    run: (scope) => apply(first.run(scope), second.run(scope), scope),
    *steps(scope) {
      const [one, other] = [yield* valueOf(first, scope), yield* valueOf(second, scope)];
      return yield* withPauses(scope, () => apply(one, other, scope));
    },
  };
}

/**
 * The value of an expression: in one go if possible, since a generator costs more than most values do; otherwise with
 * pauses.
 */
export function* valueOf(expression: Expression, scope: Scope): Steps<BaseValue> {
  if (!expression.isLong && !scope.meter.mayPause) {
    try {
      return expression.run(scope);
    } catch (error) {
      slowDown(error, scope);
    }
  }
  return yield* expression.steps(scope);
}

/** What `apply` gives: it is called once more if it turns out to need a pause. */
function* withPauses(scope: Scope, apply: () => BaseValue): Steps<BaseValue> {
  if (scope.meter.isPauseDue()) yield;
  try {
    return apply();
  } catch (error) {
    slowDown(error, scope);
    yield;
    return apply();
  }
}

/** @throws the error, unless it says that a pause is needed */
export function slowDown(error: unknown, { meter }: Scope): void {
  if (error !== PAUSE_NEEDED) throw error;
  meter.goSlowly();
}

function neverInOneGo(): never {
  throw PAUSE_NEEDED;
}
