import { quote, structural, unsupported } from '../base-errors.ts';
import type { Expression } from '../expression/expression.ts';
import { readExpression, readReference, type ExpressionContext } from '../expression/read-expression.ts';
import { isCompareOperator } from '../expression/syntax.ts';
import { textOrLink, type BaseValue } from '../values/base-value.ts';
import { isYamlMap, kindOf, type YamlMap, type YamlValue } from './base-yaml.ts';

/**
 * Reads a tree of filters in any spelling: expressions as text; `and`, `or` and `not` over a list, `not` also over a
 * single filter; conditions as `{status: active}` and `{pages: {">=": 100}}`. All entries of a map must hold. Null and
 * empty groups (which the app leaves behind) are no condition.
 * @throws VaultLoomError `unsupported_construct`, `base_eval_error`
 */
export function readFilters(filters: YamlValue | undefined, basePath: string): Expression | null {
  if (filters === undefined || filters === null) return null;
  if (typeof filters === 'boolean') return { kind: 'literal', value: filters };
  if (typeof filters === 'string')
    return filters.trim() === '' ? null : readExpression(filters, inFilter(filters, basePath));
  if (!isYamlMap(filters))
    throw structural(
      `A filter is ${kindOf(filters)}, where an expression or a map with and, or, not is expected.`,
      FILTER_HINT,
    );
  refuseSpelledOut(filters);
  return allOf(Object.entries(filters).map(([key, value]) => readEntry(key, value, basePath)));
}

/** All conditions joined by `and`; null if there are none. */
export function allOf(conditions: readonly (Expression | null)[]): Expression | null {
  return group('and', conditions);
}

const FILTER_HINT = 'Such as: "filters:\\n  and:\\n    - status == \\"active\\"\\n    - file.hasTag(\\"project\\")".';
/**
 * A whole text that calls a function of the app, or calculates with a date or number from one, is not meant as text.
 */
const CALL =
  /^(?:now|today|date|duration|list|link|file|if|number|icon|image|min|max|random|html|escapeHTML)\(.*\)$|^(?:now|today|date|duration|number|min|max|random)\(.*\)\s*[-+*/%]/s;

const SUBJECTS = ['property', 'field', 'column', 'key'];
/** Unlikely names of properties, but operators in other languages. */
const LOGIC = /^(?:and|or|not|xor|nor|nand|xnor|any|all|none|if)$/i;
/** A text with a comparison or logical operator, or that is a single call. */
const CONDITION = /[<>]|[=!]=|&&|\|\||^!|^[\w.]+\(.*\)$/s;

function readEntry(key: string, value: YamlValue, basePath: string): Expression | null {
  if (key === 'and' || key === 'or') return group(key, readGroup(key, value, basePath));
  if (key !== 'not') {
    if (isUnknownOperator(key, value)) throw unknownOperator(key);
    return readCondition(key, value, basePath);
  }
  const none = group('or', Array.isArray(value) ? readGroup(key, value, basePath) : [readFilters(value, basePath)]);
  return none === null ? null : { kind: 'not', operand: none };
}

/** `{property: status, operator: "==", value: done}` would be read as three properties, and never match. */
function refuseSpelledOut(filter: YamlMap): void {
  const operator = ['operator', 'op'].find((key) => Object.hasOwn(filter, key));
  if (operator === undefined || !SUBJECTS.some((key) => Object.hasOwn(filter, key))) return;
  const value = filter[operator];
  const fragment = typeof value === 'string' ? `${operator}: ${value}` : operator;
  throw unsupported(
    'A condition is not spelled out like this',
    fragment,
    { kind: 'filter', text: `${Object.keys(filter).join(', ')}` },
    'Write {status: active} or {pages: {">=": 100}}.',
  );
}

/** Whether this is meant as a group of filters: it contains some, or is named like one and has more than a value. */
function isUnknownOperator(key: string, value: YamlValue): boolean {
  if (Array.isArray(value)) return LOGIC.test(key) || value.some((item) => isYamlMap(item) || isCondition(item));
  if (!LOGIC.test(key)) return false;
  return isCondition(value) || (isYamlMap(value) && Object.keys(value).some((inner) => !isCompareOperator(inner)));
}

function isCondition(value: YamlValue): boolean {
  return typeof value === 'string' && CONDITION.test(value.trim());
}

function unknownOperator(key: string): Error {
  return unsupported(
    'This is not an operator over filters',
    key,
    { kind: 'filter', text: `${key}: …` },
    `The operators are and, or and not, in lower case. To compare a property of this name, write ${JSON.stringify(key)}: {"==": …}.`,
  );
}

function readGroup(key: string, value: YamlValue, basePath: string): (Expression | null)[] {
  if (value === null) return [];
  if (!Array.isArray(value))
    throw structural(`The filter "${key}" holds ${kindOf(value)}, where a list of filters is expected.`, FILTER_HINT);
  return value.map((item) => readFilters(item, basePath));
}

function group(kind: 'and' | 'or', filters: readonly (Expression | null)[]): Expression | null {
  const operands = filters.filter((filter) => filter !== null);
  const [first] = operands;
  if (first === undefined) return null;
  return operands.length === 1 ? first : { kind, operands };
}

/** `{property: value}` or `{property: {operator: value}}`. */
function readCondition(key: string, value: YamlValue, basePath: string): Expression | null {
  const left = readReference(key, inFilter(key, basePath));
  if (!isYamlMap(value)) return { kind: 'compare', operator: '==', left, right: readLiteral(key, value, basePath) };
  const comparisons = Object.entries(value);
  if (comparisons.length === 0) throw structural(`The filter on ${quote(key)} compares with nothing.`, FILTER_HINT);
  return allOf(comparisons.map(([operator, operand]) => readComparison(left, key, operator, operand, basePath)));
}

function readComparison(
  left: Expression,
  key: string,
  operator: string,
  operand: YamlValue,
  basePath: string,
): Expression {
  if (!isCompareOperator(operator)) {
    throw unsupported(
      'This is not a comparison operator',
      operator,
      { kind: 'filter', text: `${key}: {${operator}: …}` },
      'Comparisons are "==", "!=", ">", ">=", "<" and "<=", each between quotation marks.',
    );
  }
  return { kind: 'compare', operator, left, right: readLiteral(key, operand, basePath) };
}

function readLiteral(key: string, value: YamlValue, basePath: string): Expression {
  if (typeof value === 'string' && CALL.test(value.trim())) {
    throw unsupported('Function calls are not supported', value, { kind: 'filter', text: `${key}: ${value}` });
  }
  return { kind: 'literal', value: literalOf(value, basePath) };
}

function literalOf(value: YamlValue, basePath: string): BaseValue {
  if (typeof value === 'string') return textOrLink(value, basePath);
  if (Array.isArray(value)) return value.map((item) => literalOf(item, basePath));
  return isYamlMap(value) ? mapOf(value, basePath) : value;
}

function mapOf(map: YamlMap, basePath: string): BaseValue {
  return new Map(Object.entries(map).map(([key, value]): [string, BaseValue] => [key, literalOf(value, basePath)]));
}

function inFilter(text: string, basePath: string): ExpressionContext {
  return { place: { kind: 'filter', text }, basePath };
}
