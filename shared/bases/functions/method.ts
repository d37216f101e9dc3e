import { runSteps, type Steps } from '../../kit/concurrency/slices.ts';
import { Failure, type Scope } from '../expression/scope.ts';
import { toNumber } from '../values/numbers.ts';
import { toText } from '../values/value-text.ts';
import type { BaseValue } from '../values/base-value.ts';

/** A function of the language, or a method with the value it is called on as `self`. */
export interface Method<Self = BaseValue> {
  /** Least and most arguments. */
  readonly least: number;
  readonly most: number;
  /** Throws `Failure` if the values do not fit. */
  call(self: Self, args: readonly BaseValue[], scope: Scope): BaseValue;
  /** The same with pauses, if it may take long. */
  readonly steps?: StepsOf<Self>;
}

type StepsOf<Self> = (self: Self, args: readonly BaseValue[], scope: Scope) => Steps<BaseValue>;

export type MethodTable<Self> = Readonly<Record<string, Method<Self>>>;

/** A method with this number of arguments. */
export function method<Self>(
  least: number,
  most: number,
  call: (self: Self, args: readonly BaseValue[], scope: Scope) => BaseValue,
): Method<Self> {
  return { least, most, call };
}

/** A method that pauses if what it is called on is long; it first tells the meter how long that is. */
export function pausing<Self>(least: number, most: number, steps: StepsOf<Self>): Method<Self> {
  return { least, most, steps, call: (self, args, scope) => runSteps(steps(self, args, scope)) };
}

/** Items, of up to a microsecond each, between two pauses. */
const ITEMS_PER_PAUSE = 1_000;

/** The items, with a pause now and then. */
export function* eachOf<Item>(items: readonly Item[], visit: (item: Item) => void): Steps<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_PAUSE) {
    const end = Math.min(items.length, start + ITEMS_PER_PAUSE);
    for (let at = start; at < end; at++) visit(items[at] as Item);
    yield;
  }
}

/** For a function that takes any number of arguments. */
export const MANY = 1_000;

/** The argument, null if it is left out. */
export function argument(args: readonly BaseValue[], at: number): BaseValue {
  return args[at] ?? null;
}

/** The argument as a text. */
export function textArgument(args: readonly BaseValue[], at: number): string {
  return toText(argument(args, at));
}

/** The argument as a whole number within bounds; `missing` if it is left out. */
export function wholeArgument(
  args: readonly BaseValue[],
  at: number,
  [least, most]: readonly [number, number],
  missing: number,
): number {
  const value = argument(args, at);
  if (value === null) return missing;
  const number = Math.trunc(toNumber(value));
  if (!(number >= least && number <= most))
    throw new Failure(`${String(number)} is not between ${String(least)} and ${String(most)}`);
  return number;
}
