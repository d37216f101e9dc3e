import { quote, structural, unsupported } from '../base-errors.ts';
import type { ExpressionContext } from '../expression/compile.ts';
import { allOf, anyOf, holds } from '../expression/operators.ts';
import { readExpression } from '../expression/read-expression.ts';
import { literal, ofOne, ofTwo, type Expression } from '../expression/expression.ts';
import { isTruthy, type BaseValue } from '../values/base-value.ts';
import { toBaseValue } from '../values/read-value.ts';
import { isYamlMap, kindOf, type YamlMap, type YamlValue } from './base-yaml.ts';
import { condition, CONDITION_OPERATORS, conditionOperator } from './conditions.ts';
import { inPart } from './places.ts';
import { readReference } from './references.ts';

/** What filters need to know of their base. */
export type FilterContext = Omit<ExpressionContext, 'place' | 'isSummary'>;

/**
 * Reads a tree of filters in any spelling: expressions as text; `and`, `or` and `not` over a list, `not` also over a
 * single filter; conditions as `{status: active}` and `{pages: {">=": 100}}`. All entries of a map must hold. Null and
 * empty groups (which the app leaves behind) count as no condition.
 * @throws VaultLoomError `unsupported_construct`, `base_eval_error`
 */
export function readFilters(filters: YamlValue | undefined, context: FilterContext): Expression | null {
  if (filters === undefined || filters === null) return null;
  if (typeof filters === 'boolean') return literal(filters);
  if (typeof filters === 'string')
    return filters.trim() === '' ? null : readExpression(filters, inFilter(filters, context));
  if (!isYamlMap(filters))
    throw structural(
      `A filter is ${kindOf(filters)}, where an expression or a map with and, or, not is expected.`,
      FILTER_HINT,
    );
  refuseSpelledOut(filters);
  return joined(
    'and',
    Object.entries(filters).map(([key, value]) => inPart([key], () => readEntry(key, value, context))),
  );
}

/** All of these conditions, or any of them; null if there are none. */
export function joined(kind: 'and' | 'or', filters: readonly (Expression | null)[]): Expression | null {
  const conditions = filters.filter((filter) => filter !== null);
  const [first] = conditions;
  if (first === undefined || conditions.length === 1) return first ?? null;
  return kind === 'and' ? allOf(conditions) : anyOf(conditions);
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

function readEntry(key: string, value: YamlValue, context: FilterContext): Expression | null {
  if (key === 'and' || key === 'or') return joined(key, readGroup(key, value, context));
  if (key !== 'not') {
    if (isUnknownOperator(key, value)) throw unknownOperator(key);
    return readCondition(key, value, context);
  }
  const none = joined('or', Array.isArray(value) ? readGroup(key, value, context) : [readFilters(value, context)]);
  return none === null ? null : ofOne(none, (any) => !isTruthy(any));
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
    { hint: 'Write {status: active} or {pages: {">=": 100}}.' },
  );
}

/** Whether this is meant as a group of filters: it contains some, or is named like one and has more than a value. */
function isUnknownOperator(key: string, value: YamlValue): boolean {
  if (Array.isArray(value)) return LOGIC.test(key) || value.some((item) => isYamlMap(item) || isCondition(item));
  if (!LOGIC.test(key)) return false;
  return (
    isCondition(value) || (isYamlMap(value) && Object.keys(value).some((inner) => conditionOperator(inner) === null))
  );
}

function isCondition(value: YamlValue): boolean {
  return typeof value === 'string' && CONDITION.test(value.trim());
}

function unknownOperator(key: string): Error {
  return unsupported(
    'This is not an operator over filters',
    key,
    { kind: 'filter', text: `${key}: …` },
    {
      hint: `The operators are and, or and not, in lower case. To compare a property of this name, write ${JSON.stringify(key)}: {"==": …}.`,
    },
  );
}

function readGroup(key: string, value: YamlValue, context: FilterContext): (Expression | null)[] {
  if (value === null) return [];
  if (!Array.isArray(value))
    throw structural(`The filter "${key}" holds ${kindOf(value)}, where a list of filters is expected.`, FILTER_HINT);
  return value.map((item, at) => inPart([at], () => readFilters(item, context)));
}

/** `{property: value}` or `{property: {operator: value}}`. */
function readCondition(key: string, value: YamlValue, context: FilterContext): Expression | null {
  const left = readReference(key, inFilter(key, context));
  if (!isYamlMap(value)) return readComparison(left, key, '==', value, context);
  const comparisons = Object.entries(value);
  if (comparisons.length === 0) throw structural(`The filter on ${quote(key)} compares with nothing.`, FILTER_HINT);
  return joined(
    'and',
    comparisons.map(([operator, operand]) => readComparison(left, key, operator, operand, context)),
  );
}

function readComparison(
  left: Expression,
  key: string,
  written: string,
  operand: YamlValue,
  context: FilterContext,
): Expression {
  const place = { kind: 'filter', text: `${key}: {${written}: …}` } as const;
  const operator = conditionOperator(written);
  if (operator === null)
    throw unsupported('This is not a comparison operator', written, place, {
      hint: `Comparisons are ${CONDITION_OPERATORS.map(quote).join(', ')}, each between quotation marks.`,
    });
  if (typeof operand === 'string' && CALL.test(operand.trim()) && operator !== 'matches')
    return computed(operator, left, readExpression(operand, inFilter(operand, context)));
  try {
    return condition(operator, left, literalOf(operand, context.basePath));
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'invalid';
    throw unsupported(`This is not a regular expression, it is ${problem}`, String(operand), place);
  }
}

/** A comparison with what is computed for each file. */
function computed(operator: string, left: Expression, right: Expression): Expression {
  return ofTwo(left, right, (value, other, scope) =>
    holds(
      operator === '!=' || operator === '>' || operator === '>=' || operator === '<' || operator === '<='
        ? operator
        : '==',
      value,
      other,
      scope,
    ),
  );
}

function literalOf(value: YamlValue, basePath: string): BaseValue {
  return toBaseValue(value, basePath);
}

function inFilter(text: string, context: FilterContext): ExpressionContext {
  return { ...context, place: { kind: 'filter', text } };
}
