import type { Steps } from '../../kit/concurrency/slices.ts';
import { BaseDate, BaseDuration, isEmpty, type BaseValue } from '../values/base-value.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { quote } from '../base-errors.ts';
import { readExpression } from '../expression/read-expression.ts';
import type { Expression } from '../expression/expression.ts';
import { distinct } from '../functions/distinct.ts';
import { average, extreme, median, standardDeviation, total } from '../functions/statistics.ts';
import type { ResolveLink } from '../values/compare-values.ts';
import { nearest } from '../expression/nearest.ts';
import { differenceOf, durationMs } from '../values/duration.ts';
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

/** With pauses, for a view may have very many rows. */
export type OwnSummary = (values: readonly BaseValue[], resolve: ResolveLink) => Steps<BaseValue>;

/**
 * Reads a view's `summaries:`, a map of columns to names; `base` is the base's own `summaries:`, expressions by name.
 * What cannot be read is left out, with a warning.
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
  if (base !== undefined && base !== null && !isYamlMap(base))
    warnings.add(
      'summaries',
      `\`summaries:\` of the base is ${kindOf(base)}, where a map of names and expressions is expected.`,
    );
  const formulas = isYamlMap(base) ? base : {};
  return Object.entries(block).flatMap(([column, name]) => {
    if (name === null || name === '') return [];
    try {
      const by = readSummary(name, formulas, context);
      const of = readReference(column, { ...context, place: { kind: 'summary', text: column } }, warnings);
      if (by !== null) return [{ column, name: String(name), of, by }];
      warnings.add(`summaries.${column}`, unknownSummary(name, Object.keys(formulas)));
    } catch (error) {
      if (!(error instanceof VaultLoomError)) throw error;
      warnings.addError(`summaries.${column}`, error);
    }
    return [];
  });
}

function unknownSummary(name: YamlValue, own: readonly string[]): string {
  const names = [...NAMES, ...own];
  if (typeof name !== 'string') return `The summary is ${kindOf(name)}, where one name is expected, such as Sum.`;
  if (own.includes(name))
    return `The summary ${quote(name)} of the base is not an expression, such as "values.mean()".`;
  const meant = nearest(name, names);
  return `There is no summary ${quote(name)}. ${meant === null ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`}`;
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
  ['Average', quick((values) => average(numbersIn(values)))],
  ['Min', quick((values) => extreme(numbersIn(values), Math.min))],
  ['Max', quick((values) => extreme(numbersIn(values), Math.max))],
  ['Sum', quick((values) => total(numbersIn(values)))],
  ['Range', quick(range)],
  ['Median', quick((values) => median(numbersIn(values)))],
  ['Stddev', quick((values) => standardDeviation(numbersIn(values)))],
  ['Earliest', quick(earliest)],
  ['Latest', quick(latest)],
  ['Checked', quick((values) => values.filter((value) => value === true).length)],
  ['Unchecked', quick((values) => values.filter((value) => value === false).length)],
  ['Empty', quick((values) => values.filter(isEmpty).length)],
  ['Filled', quick((values) => values.filter((value) => !isEmpty(value)).length)],
  [
    'Unique',
    function* (values, resolve) {
      const filled = values.filter((value) => !isEmpty(value));
      return (yield* distinct(filled, resolve)).length;
    },
  ],
]);
const NAMES = [...OWN_SUMMARIES.keys()];

/** One that takes a few milliseconds even over 100,000 rows. */
function quick(summary: (values: readonly BaseValue[]) => BaseValue): OwnSummary {
  return function* (values) {
    yield;
    return summary(values);
  };
}

/** Durations count in milliseconds; anything else that is not a number is ignored. */
function numbersIn(values: readonly BaseValue[]): number[] {
  return values.flatMap((value) => {
    if (typeof value === 'number') return Number.isNaN(value) ? [] : [value];
    return value instanceof BaseDuration ? [durationMs(value)] : [];
  });
}

function datesIn(values: readonly BaseValue[]): BaseDate[] {
  return values.filter((value) => value instanceof BaseDate);
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
