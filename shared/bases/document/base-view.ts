import type { Steps } from '../../kit/concurrency/slices.ts';
import { positionIn, quote, structural } from '../base-errors.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Expression } from '../expression/expression.ts';
import { isYamlMap, kindOf, readBaseYaml, valueOf, VIEWS_HINT, type YamlMap, type YamlValue } from './base-yaml.ts';
import { readColumns, type Column } from './columns.ts';
import { displayNames } from './display-names.ts';
import { joined, readFilters, type FilterContext } from './filters.ts';
import { Formulas } from './formulas.ts';
import { readGroupBy, readSort, type SortEntry } from './sort.ts';
import { readSummaries, type Summary } from './summaries.ts';
import { Warnings } from './warnings.ts';

/** A view of a base, ready to run. */
export interface BaseView {
  name: string;
  /** The base's own filter and the view's; null if there is none. */
  filter: Expression | null;
  /** The first entry decides first. */
  sort: readonly SortEntry[];
  /** Null if rows are not grouped. */
  group: SortEntry | null;
  columns: readonly Column[];
  /** Names that the base gives to columns, by their keys. */
  names: ReadonlyMap<string, string>;
  summaries: readonly Summary[];
  /** Row limit; null for all. */
  limit: number | null;
  /** Whether something asks which files link to a file. */
  needsBacklinks: boolean;
  /** Whether something asks for `this`. */
  usesThis: boolean;
  warnings: Warnings;
}

/**
 * Reads one view of a base, with `views:` as a list (as in the app's own files) or as a map. Ignores the other views,
 * and keys that only concern appearance (`columnSize`, `image` …). `basePath` is the path of the base's own file, `''` if it
 * has none.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`, with the line and column in the base
 */
export function* readBaseView(yaml: string, viewName: string, basePath: string): Steps<BaseView> {
  try {
    const base = yield* readBaseYaml(yaml);
    return yield* readView(base, viewName, basePath, yaml);
  } catch (error) {
    throw located(error, yaml);
  }
}

function* readView(base: YamlMap, viewName: string, basePath: string, yaml: string): Steps<BaseView> {
  const warnings = new Warnings();
  const formulas = new Formulas(valueOf(base, 'formulas'), basePath);
  const context: FilterContext = { basePath, formula: (name) => formulas.get(name) };
  const view = findView(readViews(base), viewName);
  yield;
  const columns = readColumns(view, context, warnings);
  const read: BaseView = {
    name: viewName,
    filter: joined('and', [
      readFilters(valueOf(base, 'filters'), context),
      readFilters(valueOf(view, 'filters'), context),
    ]),
    sort: readSort(valueOf(view, 'sort'), context, warnings),
    group: readGroupBy(valueOf(view, 'groupBy'), context, warnings),
    columns,
    names: displayNames(valueOf(base, 'properties'), columns),
    summaries: readSummaries(valueOf(view, 'summaries'), valueOf(base, 'summaries'), context, warnings),
    limit: readLimit(valueOf(view, 'limit')),
    needsBacklinks: /\b(?:backlinks|hasLink|linksTo)\b/.test(yaml),
    usesThis: /\bthis\b/.test(yaml),
    warnings,
  };
  yield* formulas.checkUnused(warnings);
  return read;
}

/** The error with the place in the base of the expression it is about, if that stands there just once and as it is. */
function located(error: unknown, yaml: string): unknown {
  if (!(error instanceof VaultLoomError)) return error;
  const { expression, fragment, line, column } = error.details ?? {};
  if (typeof expression !== 'string' || typeof fragment !== 'string') return error;
  if (typeof line !== 'number' || typeof column !== 'number') return error;
  const at = yaml.indexOf(expression);
  if (at < 0 || line !== 1) return error;
  const place = positionIn(yaml, at + column - 1);
  return new VaultLoomError(
    error.code,
    `${error.message.replace(/\.$/, '')}, at line ${String(place.line)}, column ${String(place.column)}.`,
    { ...(error.hint === undefined ? {} : { hint: error.hint }), details: { ...error.details, ...place } },
  );
}

const MAX_NAMES_SHOWN = 20;

interface NamedView {
  name: string;
  view: YamlValue;
}

function readViews(base: YamlMap): NamedView[] {
  const views = valueOf(base, 'views');
  if (views === undefined || views === null) throw structural('The base has no `views:`.', VIEWS_HINT);
  if (isYamlMap(views)) return Object.entries(views).map(([name, view]) => ({ name, view }));
  if (!Array.isArray(views))
    throw structural(`\`views:\` is ${kindOf(views)}, where a list or a map of views is expected.`, VIEWS_HINT);
  return views.map((view, at) => {
    if (!isYamlMap(view))
      throw structural(`View ${String(at + 1)} of the base is ${kindOf(view)}, where a map is expected.`, VIEWS_HINT);
    return { name: nameOf(view), view };
  });
}

/** A nameless view goes by its type, such as `table`. */
function nameOf(view: YamlMap): string {
  const name = valueOf(view, 'name') ?? valueOf(view, 'type') ?? '';
  return typeof name === 'object' ? '' : String(name);
}

function findView(views: readonly NamedView[], wanted: string): YamlMap {
  const found = views.filter(({ name }) => name === wanted);
  if (found.length > 1)
    throw structural(
      `The base has ${String(found.length)} views named ${quote(wanted)}.`,
      'Give each view a name of its own.',
    );
  const [first] = found;
  if (first === undefined) throw unknownView(views, wanted);
  if (first.view === null) return {};
  if (!isYamlMap(first.view))
    throw structural(`The view ${quote(wanted)} is ${kindOf(first.view)}, where a map is expected.`, VIEWS_HINT);
  return first.view;
}

function unknownView(views: readonly NamedView[], wanted: string): VaultLoomError {
  const names = views.map(({ name }) => name).filter((name) => name !== '');
  const shown = names.slice(0, MAX_NAMES_SHOWN);
  const list =
    shown.map(quote).join(', ') +
    (names.length > shown.length ? ` and ${String(names.length - shown.length)} more` : '');
  return new VaultLoomError(
    'base_eval_error',
    `The base has no view ${quote(wanted)}${names.length === 0 ? '; it has none at all' : `; it has ${list}`}.`,
    {
      hint: 'Name the view as the base spells it, in the same letter case.',
      details: { views: shown },
    },
  );
}

function readLimit(limit: YamlValue | undefined): number | null {
  if (limit === undefined || limit === null) return null;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit;
  throw structural(`\`limit:\` is ${kindOf(limit)}, where a whole number of 0 or more is expected.`);
}
