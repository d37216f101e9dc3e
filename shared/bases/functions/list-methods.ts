import { Failure, type Scope } from '../expression/scope.ts';
import { isEmpty, isList, isMap, type BaseMap, type BaseValue } from '../values/base-value.ts';
import { areEqual, compareSortKeys, identityOf, sortKeyOf } from '../values/compare-values.ts';
import { toNumber } from '../values/numbers.ts';
import { listText } from '../values/value-text.ts';
import { MANY, method, textArgument, type MethodTable } from './method.ts';
import { average, median, standardDeviation } from './statistics.ts';
import { rangeOf } from './string-methods.ts';

type List = readonly BaseValue[];

/** A long text takes as much memory as a list of so many fewer items. */
const CHARACTERS_PER_ITEM = 16;

/** Of lists, except `map()`, `filter()` and `reduce()`, which take expressions. */
export const LIST_METHODS: MethodTable<List> = {
  contains: method(1, 1, (list, args, scope) => contains(list, args[0] ?? null, scope)),
  containsAll: method(1, MANY, (list, args, scope) => args.every((arg) => contains(list, arg, scope))),
  containsAny: method(1, MANY, (list, args, scope) => args.some((arg) => contains(list, arg, scope))),
  isEmpty: method(0, 0, (list) => list.length === 0),
  flat: method(0, 0, (list, _args, scope) => {
    scope.meter.build(list.reduce((sum: number, item) => sum + (isList(item) ? item.length : 1), 0));
    return list.flatMap((item) => item);
  }),
  join: method(0, 1, (list, args, scope) => {
    const text = listText(list, args.length === 0 ? ',' : textArgument(args, 0));
    scope.meter.build(Math.ceil(text.length / CHARACTERS_PER_ITEM));
    return text;
  }),
  reverse: method(0, 0, (list, _args, scope) => counted([...list].reverse(), scope)),
  slice: method(1, 2, (list, args, scope) => counted(list.slice(...rangeOf(args)), scope)),
  sort: method(0, 0, (list, _args, scope) => {
    scope.meter.build(list.length);
    const keyed = list.map((value) => ({ value, key: sortKeyOf(value) }));
    return keyed.sort((a, b) => compareSortKeys(a.key, b.key, false)).map(({ value }) => value);
  }),
  unique: method(0, 0, (list, _args, scope) => {
    scope.meter.build(list.length);
    const found = new Map<string, BaseValue>();
    for (const item of list) {
      const identity = identityOf(item, scope.vault.resolveLink);
      if (!found.has(identity)) found.set(identity, item);
    }
    return [...found.values()];
  }),
  // The documentation uses `values.mean()`; the others go with it.
  mean: method(0, 0, (list) => average(numbersOf(list))),
  sum: method(0, 0, (list) => numbersOf(list).reduce((total, number) => total + number, 0)),
  min: method(0, 0, (list) => extreme(list, Math.min)),
  max: method(0, 0, (list) => extreme(list, Math.max)),
  median: method(0, 0, (list) => median(numbersOf(list))),
  stddev: method(0, 0, (list) => standardDeviation(numbersOf(list))),
};

export const OBJECT_METHODS: MethodTable<BaseMap> = {
  isEmpty: method(0, 0, (object) => object.size === 0),
  keys: method(0, 0, (object) => [...object.keys()]),
  values: method(0, 0, (object) => [...object.values()]),
};

/** Adds up to the numbers of a list; what is missing does not count. */
function numbersOf(list: List): number[] {
  return list.filter((item) => !isEmpty(item)).map(toNumber);
}

function extreme(list: List, choose: (...numbers: number[]) => number): BaseValue {
  const numbers = numbersOf(list);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => choose(a, b));
}

function counted(list: BaseValue[], { meter }: Scope): BaseValue[] {
  meter.build(list.length);
  return list;
}

/** A tag of `file.tags` is found with and without its `#`. */
function contains(list: List, wanted: BaseValue, scope: Scope): boolean {
  if (isMap(wanted) || isList(wanted)) scope.meter.count(list.length * 4);
  scope.meter.count(list.length);
  const tag = typeof wanted === 'string' && !wanted.startsWith('#') ? `#${wanted}` : null;
  return list.some((item) => (tag !== null && item === tag) || areEqual(item, wanted, scope.vault.resolveLink));
}

/** The items of a list, to run an expression over. */
export function itemsOf(value: BaseValue, name: string): List {
  if (isList(value)) return value;
  throw new Failure(`${name}() is for lists; wrap a single value in list()`);
}
