import { BaseDate, BaseDuration, isEmpty, type BaseValue } from '../values/base-value.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { quote } from '../base-errors.ts';
import { readExpression } from '../expression/compile.ts';
import type { Expression } from '../expression/expression.ts';
import { average, median, standardDeviation, total } from '../functions/statistics.ts';
import { identityOf, type ResolveLink } from '../values/compare-values.ts';
import { differenceOf } from '../values/duration.ts';
import { isYamlMap, kindOf, valueOf, type YamlMap, type YamlValue } from './base-yaml.ts';
import type { FilterContext } from './filters.ts';
import { readReference } from './references.ts';
import type { Warnings } from './warnings.ts';

/** What a view sums up of a column. */
export interface Summary {
  /** As the view spells it. */
  column: string;
  name: string;
  of: Expression;
  /** Over the values of the rows: one of the app's own, or an expression with `values`. */
  by: OwnSummary | Expression;
}

export type OwnSummary = (values: readonly BaseValue[], resolve: ResolveLink) => BaseValue;

/**
 * Reads a view's `summaries:`, a map of columns to names; `base` is the base's own `summaries:`, expressions by name. What
 * cannot be read is left out, with a warning.
 */
export function readSummaries(
  block: YamlValue | undefined,
  base: YamlValue | undefined,
  context: FilterContext,
  warnings: Warnings,
): Summary[] {
  if (block === undefined || block === null) return [];
  if (!isYamlMap(block)) {
    warnings.add(
      'summaries',
      `\`summaries:\` of the view is ${kindOf(block)}, where a map of columns to names is expected.`,
    );
    return [];
  }
  const formulas = isYamlMap(base ?? null) ? (base as YamlMap) : {};
  return Object.entries(block).flatMap(([column, name]) => {
    if (name === null || name === '') return [];
    try {
      const by = readSummary(name, formulas, context);
      const of = readReference(column, { ...context, place: { kind: 'summary', text: column } }, warnings);
      if (by !== null) return [{ column, name: String(name), of, by }];
      warnings.add(`summaries.${column}`, `There is no summary ${quote(String(name))}. There are ${NAMES.join(', ')}.`);
    } catch (error) {
      if (!(error instanceof VaultLoomError)) throw error;
      warnings.add(`summaries.${column}`, error.message);
    }
    return [];
  });
}

function readSummary(name: YamlValue, formulas: YamlMap, context: FilterContext): Summary['by'] | null {
  if (typeof name !== 'string') return null;
  const text = valueOf(formulas, name);
  if (typeof text === 'string')
    return readExpression(text, { ...context, place: { kind: 'summary', text }, isSummary: true });
  const known = NAMES.find((own) => own.toLowerCase() === name.toLowerCase());
  return known === undefined ? null : (OWN_SUMMARIES.get(known) ?? null);
}

/** The summaries of the app's documentation. */
const OWN_SUMMARIES: ReadonlyMap<string, OwnSummary> = new Map<string, OwnSummary>([
  ['Average', (values) => average(numbersIn(values))],
  ['Min', (values) => extreme(numbersIn(values), Math.min)],
  ['Max', (values) => extreme(numbersIn(values), Math.max)],
  ['Sum', (values) => total(numbersIn(values))],
  ['Range', (values) => range(values)],
  ['Median', (values) => median(numbersIn(values))],
  ['Stddev', (values) => standardDeviation(numbersIn(values))],
  ['Earliest', (values) => earliest(values)],
  ['Latest', (values) => latest(values)],
  ['Checked', (values) => values.filter((value) => value === true).length],
  ['Unchecked', (values) => values.filter((value) => value === false).length],
  ['Empty', (values) => values.filter(isEmpty).length],
  ['Filled', (values) => values.filter((value) => !isEmpty(value)).length],
  [
    'Unique',
    (values, resolve) =>
      new Set(values.filter((value) => !isEmpty(value)).map((value) => identityOf(value, resolve))).size,
  ],
]);
const NAMES = [...OWN_SUMMARIES.keys()];

/** Durations count in milliseconds; what is no number does not count. */
function numbersIn(values: readonly BaseValue[]): number[] {
  return values.flatMap((value) => {
    if (typeof value === 'number') return Number.isNaN(value) ? [] : [value];
    return value instanceof BaseDuration ? [value.ms] : [];
  });
}

function datesIn(values: readonly BaseValue[]): BaseDate[] {
  return values.filter((value) => value instanceof BaseDate);
}

function extreme(numbers: readonly number[], choose: (a: number, b: number) => number): BaseValue {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => choose(a, b));
}

function earliest(values: readonly BaseValue[]): BaseDate | null {
  return datesIn(values).reduce<BaseDate | null>((a, b) => (a === null || b.ms < a.ms ? b : a), null);
}

function latest(values: readonly BaseValue[]): BaseDate | null {
  return datesIn(values).reduce<BaseDate | null>((a, b) => (a === null || b.ms > a.ms ? b : a), null);
}

/** Of numbers, if there are any; else of dates. */
function range(values: readonly BaseValue[]): BaseValue {
  const numbers = numbersIn(values);
  if (numbers.length > 0) return numbers.reduce((a, b) => Math.max(a, b)) - numbers.reduce((a, b) => Math.min(a, b));
  const [first, last] = [earliest(values), latest(values)];
  return first === null || last === null ? null : differenceOf(last, first);
}
