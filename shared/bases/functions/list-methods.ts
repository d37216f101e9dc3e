import type { Steps } from '../../kit/concurrency/slices.ts';
import { Failure, type Scope } from '../expression/scope.ts';
import { isEmpty, isList, isMap, type BaseMap, type BaseValue } from '../values/base-value.ts';
import { areEqual, compareSortKeys, sortKeyOf, type SortKey } from '../values/compare-values.ts';
import { sorted } from '../../kit/concurrency/sorted.ts';
import { numberOrNull } from '../values/numbers.ts';
import { joined } from '../values/value-text.ts';
import { distinct } from './distinct.ts';
import { eachOf, MANY, method, pausing, textArgument, type Method, type MethodTable } from './method.ts';
import { average, extreme, median, standardDeviation, total } from './statistics.ts';
import { rangeOf } from './string-methods.ts';

type List = readonly BaseValue[];

/** This many characters of a text take as much memory as one item of a list. */
const CHARACTERS_PER_ITEM = 16;

/** Of lists, except `map()`, `filter()` and `reduce()`, which take expressions. */
export const LIST_METHODS: MethodTable<List> = {
  contains: pausing(1, 1, (list, args, scope) => contains(list, args[0] ?? null, scope)),
  containsAll: pausing(1, MANY, function* (list, args, scope) {
    for (const arg of args)
      if (!(yield* contains(list, arg, scope)) && !(yield* hasItems(list, arg, scope, true))) return false;
    return true;
  }),
  containsAny: pausing(1, MANY, function* (list, args, scope) {
    for (const arg of args)
      if ((yield* contains(list, arg, scope)) || (yield* hasItems(list, arg, scope, false))) return true;
    return false;
  }),
  isEmpty: method(0, 0, (list) => list.length === 0),
  flat: method(0, 0, (list, _args, scope) => {
    scope.meter.build(list.reduce((sum: number, item) => sum + (isList(item) ? item.length : 1), 0));
    return list.flatMap((item) => item);
  }),
  join: pausing(0, 1, function* (list, args, scope) {
    scope.meter.count(list.length);
    const text = yield* joined(list, args.length === 0 ? ',' : textArgument(args, 0));
    scope.meter.build(Math.ceil(text.length / CHARACTERS_PER_ITEM));
    return text;
  }),
  reverse: method(0, 0, (list, _args, scope) => counted([...list].reverse(), scope)),
  slice: method(1, 2, (list, args, scope) => counted(list.slice(...rangeOf(args)), scope)),
  sort: pausing(0, 0, function* (list, _args, scope) {
    scope.meter.build(list.length);
    const keyed: { value: BaseValue; key: SortKey }[] = [];
    yield* eachOf(list, (value) => void keyed.push({ value, key: sortKeyOf(value) }));
    return (yield* sorted(keyed, (a, b) => compareSortKeys(a.key, b.key, false))).map(({ value }) => value);
  }),
  unique: pausing(0, 0, function* (list, _args, scope) {
    scope.meter.build(list.length);
    return yield* distinct(list, scope.vault.resolveLink);
  }),
  // The documentation uses `values.mean()`; the others go with it.
  mean: ofNumbers(average),
  sum: ofNumbers(total),
  min: ofNumbers((numbers) => extreme(numbers, Math.min)),
  max: ofNumbers((numbers) => extreme(numbers, Math.max)),
  median: ofNumbers(median),
  stddev: ofNumbers(standardDeviation),
};

export const OBJECT_METHODS: MethodTable<BaseMap> = {
  isEmpty: method(0, 0, (object) => object.size === 0),
  keys: method(0, 0, (object) => [...object.keys()]),
  values: method(0, 0, (object) => [...object.values()]),
};

/** A method over the numbers of a list; what is missing or not a number does not count, as in the app's summaries. */
function ofNumbers(statistic: (numbers: readonly number[]) => number | null): Method<List> {
  return pausing(0, 0, function* (list, _args, { meter }) {
    meter.count(list.length);
    const numbers: number[] = [];
    yield* eachOf(list, (item) => {
      const number = isEmpty(item) ? null : numberOrNull(item);
      if (number !== null) numbers.push(number);
    });
    return statistic(numbers);
  });
}

function counted(list: BaseValue[], { meter }: Scope): BaseValue[] {
  meter.build(list.length);
  return list;
}

/** A tag of `file.tags` is found with and without its `#`. */
function* contains(list: List, wanted: BaseValue, { meter, vault }: Scope): Steps<boolean> {
  if (isMap(wanted) || isList(wanted)) meter.count(list.length * 4);
  meter.count(list.length);
  const tag = typeof wanted === 'string' && !wanted.startsWith('#') ? `#${wanted}` : null;
  let isFound = false;
  yield* eachOf(list, (item) => {
    isFound ||= (tag !== null && item === tag) || areEqual(item, wanted, vault.resolveLink);
  });
  return isFound;
}

/** Whether a list has any of the items of another, or all; false if the other is not a list. */
function* hasItems(list: List, wanted: BaseValue, scope: Scope, all: boolean): Steps<boolean> {
  if (!isList(wanted)) return false;
  for (const item of wanted) if ((yield* contains(list, item, scope)) !== all) return !all;
  return all;
}

/** The items of a list, to run an expression over. */
export function itemsOf(value: BaseValue, name: string): List {
  if (isList(value)) return value;
  throw new Failure(`${name}() is for lists; wrap a single value in list()`);
}
