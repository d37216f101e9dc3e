import { unsupported } from '../base-errors.ts';
import type { BaseEntry } from '../base-source.ts';
import { isList, isMap, isTruthy, ownValue, toBaseValue, type BaseValue } from '../values/base-value.ts';
import { parseDateText } from '../values/date-text.ts';
import { areEqual, compareValues, type ResolveLink } from '../values/compare-values.ts';
import type { Expression, PropertyReference } from './expression.ts';
import type { CompareOperator } from './syntax.ts';

/**
 * The value of an expression for one entry.
 * @throws VaultLoomError `unsupported_construct` if a name means a part of a value, such as the length of a list, which
 * only the note's value tells apart from a nested property
 */
export function evaluate(expression: Expression, entry: BaseEntry, resolve: ResolveLink): BaseValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'file':
      return expression.property(entry);
    case 'property':
      return propertyOf(entry, expression);
    case 'call':
      return expression.method.bind(expression.args.map((arg) => evaluate(arg, entry, resolve)))(entry);
    case 'bound call':
      return expression.answer(entry);
    case 'not':
      return !isTruthy(evaluate(expression.operand, entry, resolve));
    case 'and':
      return expression.operands.every((operand) => isTruthy(evaluate(operand, entry, resolve)));
    case 'or':
      return expression.operands.some((operand) => isTruthy(evaluate(operand, entry, resolve)));
    case 'compare':
      return holds(
        expression.operator,
        evaluate(expression.left, entry, resolve),
        evaluate(expression.right, entry, resolve),
        resolve,
      );
  }
}

/** Whether an entry meets a condition. */
export function meets(condition: Expression, entry: BaseEntry, resolve: ResolveLink): boolean {
  return isTruthy(evaluate(condition, entry, resolve));
}

function holds(operator: CompareOperator, left: BaseValue, right: BaseValue, resolve: ResolveLink): boolean {
  if (operator === '==') return areEqual(left, right, resolve);
  if (operator === '!=') return !areEqual(left, right, resolve);
  const order = compareValues(left, right);
  if (order === null) return false;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  return operator === '<' ? order < 0 : order <= 0;
}

function propertyOf(entry: BaseEntry, { keys: [first, ...deeper], written, place }: PropertyReference): BaseValue {
  let value = ownProperty(entry, first);
  for (const key of deeper) {
    if (isMap(value)) value = value.get(key) ?? null;
    else if (isPartOf(value, key)) throw unsupported(`The ${key} of a value is not supported`, written, place);
    else return null;
  }
  return value;
}

/** Converted lists and maps: an expression may name one of ten thousand items a thousand times. */
const taken = new WeakMap<BaseEntry, Map<string, BaseValue>>();

function ownProperty(entry: BaseEntry, key: string): BaseValue {
  const raw = ownValue(entry.frontmatter, key);
  if (typeof raw !== 'object' || raw === null) return toBaseValue(raw, entry.path);
  const known = taken.get(entry)?.get(key);
  if (known !== undefined) return known;
  const value = toBaseValue(raw, entry.path);
  taken.set(entry, (taken.get(entry) ?? new Map<string, BaseValue>()).set(key, value));
  return value;
}

const DATE_PARTS: ReadonlySet<string> = new Set(['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond']);

/** Whether the app's language has this field on such a value, so that null would be wrong. */
function isPartOf(value: BaseValue, key: string): boolean {
  if (key === 'length') return typeof value === 'string' || isList(value);
  return DATE_PARTS.has(key) && typeof value === 'string' && parseDateText(value) !== null;
}
