import type { Steps } from '../../kit/concurrency/slices.ts';
import { itemsOf } from '../functions/list-methods.ts';
import type { MethodCall, PausingCall } from '../functions/members.ts';
import { isTruthy, type BaseValue } from '../values/base-value.ts';
import { long, slowDown, valueOf, type Expression } from './expression.ts';
import type { Scope } from './scope.ts';

export type ListFunction = 'map' | 'filter' | 'reduce';

export function isListFunction(name: string): name is ListFunction {
  return name === 'map' || name === 'filter' || name === 'reduce';
}

/** `list.map(each)`, `list.filter(each)` and `list.reduce(each, first)`, which pause between items. */
export function overList(name: ListFunction, list: Expression, each: Expression, first: Expression): Expression {
  return long(function* (scope) {
    const whole = yield* valueOf(list, scope);
    if (whole === null) return name === 'reduce' ? yield* valueOf(first, scope) : null;
    const items = itemsOf(whole, name);
    scope.meter.hold(items.length);
    if (name === 'reduce') {
      let acc = yield* valueOf(first, scope);
      for (const [index, value] of items.entries()) acc = yield* valueWith(each, scope, { value, index, acc });
      return acc;
    }
    const made: BaseValue[] = [];
    for (const [index, value] of items.entries()) {
      const result = yield* valueWith(each, scope, { value, index, acc: null });
      if (name === 'map') made.push(result);
      else if (isTruthy(result)) made.push(value);
    }
    return made;
  });
}

/** A call of a method that pauses if the value it is called on is long. */
export function pausingCall(
  self: Expression,
  args: readonly Expression[],
  call: MethodCall,
  pausing: PausingCall,
): Expression {
  return {
    isLong: self.isLong || args.some(({ isLong }) => isLong),
    run: (scope) => {
      const value = self.run(scope);
      return call(
        value,
        args.map((arg) => arg.run(scope)),
        scope,
      );
    },
    *steps(scope) {
      const value = yield* valueOf(self, scope);
      const values: BaseValue[] = [];
      for (const arg of args) values.push(yield* valueOf(arg, scope));
      try {
        if (!scope.meter.mayPause) return call(value, values, scope);
      } catch (error) {
        slowDown(error, scope);
      }
      return yield* pausing(value, values, scope);
    },
  };
}

/** The value of the expression with these names, which are removed afterwards, even if it fails. */
function* valueWith(
  each: Expression,
  scope: Scope,
  names: { value: BaseValue; index: number; acc: BaseValue },
): Steps<BaseValue> {
  const up = scope.frame;
  scope.frame = { ...names, up };
  try {
    const result = yield* valueOf(each, scope);
    if (scope.meter.isPauseDue()) yield;
    return result;
  } finally {
    scope.frame = up;
  }
}
