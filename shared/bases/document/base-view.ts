import type { Steps } from '../../kit/concurrency/slices.ts';
import { quote, structural } from '../base-errors.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Expression } from '../expression/expression.ts';
import { nearest } from '../expression/nearest.ts';
import { isYamlMap, kindOf, readBaseYaml, valueOf, VIEWS_HINT, type YamlMap, type YamlValue } from './base-yaml.ts';
import { readColumns, type Column } from './columns.ts';
import { displayNames } from './display-names.ts';
import { joined, readFilters, type FilterContext } from './filters.ts';
import { Formulas } from './formulas.ts';
import { inPart, located } from './places.ts';
import { readGroupBy, readSort, type SortEntry } from './sort.ts';
import { readSummaries, type Summary } from './summaries.ts';
import { Warnings } from './warnings.ts';

/** A view of a base, ready to run. */
export interface BaseView {
  name: string;
  /** The base's own filter and the view's; null if there is none. */
  filter: Expression | null;
  /** The properties of notes that it asks for itself, other than through formulas. */
  filterProperties: ReadonlySet<string>;
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
 * and keys that only concern appearance (`columnSize`, `image` …). `basePath` is the path of the base's own file, `''`
 * if it has none.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`, with the line and column in the base
 */
export function* readBaseView(yaml: string, viewName: string, basePath: string): Steps<BaseView> {
  const read = yield* readBaseYaml(yaml);
  try {
    return yield* readView(read.base, viewName, basePath, read.yaml);
  } catch (error) {
    throw located(error, read.yaml, read.document);
  }
}

function* readView(base: YamlMap, viewName: string, basePath: string, yaml: string): Steps<BaseView> {
  const warnings = new Warnings();
  let usesThis = false;
  const onThis = (): void => {
    usesThis = true;
  };
  const formulas = inPart(['formulas'], () => new Formulas(valueOf(base, 'formulas'), basePath, onThis));
  const context: FilterContext = {
    basePath,
    formula: (name) => formulas.get(name),
    formulaNames: formulas.names,
    onThis,
  };
  const filterProperties = new Set<string>();
  const ofFilter: FilterContext = { ...context, onProperty: (name) => void filterProperties.add(name) };
  const { view, path } = inPart(['views'], () => findView(readViews(base, warnings), viewName));
  warnOfMisspelled(base, BASE_KEYS, '', warnings);
  warnOfMisspelled(view, VIEW_KEYS, ` of the view`, warnings);
  yield;
  const ofView = <T>(key: string, read: (value: YamlValue | undefined) => T): T =>
    inPart(['views', path, key], () => read(valueOf(view, key)));
  const columns = inPart(['views', path], () => readColumns(view, context, warnings));
  const read: BaseView = {
    name: viewName,
    filter: joined('and', [
      inPart(['filters'], () => readFilters(valueOf(base, 'filters'), ofFilter)),
      ofView('filters', (filters) => readFilters(filters, ofFilter)),
    ]),
    filterProperties,
    sort: ofView('sort', (sort) => readSort(sort, context, warnings)),
    group: ofView('groupBy', (group) => readGroupBy(group, context, warnings)),
    columns,
    names: displayNames(valueOf(base, 'properties'), columns, warnings),
    summaries: readSummaries(valueOf(view, 'summaries'), valueOf(base, 'summaries'), context, warnings),
    limit: ofView('limit', readLimit),
    needsBacklinks: /\b(?:backlinks|hasLink|linksTo)\b/.test(yaml),
    usesThis,
    warnings,
  };
  yield* formulas.checkUnused(warnings);
  return read;
}

const MAX_NAMES_SHOWN = 20;

interface NamedView {
  name: string;
  view: YamlValue;
  /** Its key or number under `views:`. */
  path: string | number;
}

/** List items that are not views are left out, with a warning. */
function readViews(base: YamlMap, warnings: Warnings): NamedView[] {
  const views = valueOf(base, 'views');
  if (views === undefined || views === null) throw structural('The base has no `views:`.', VIEWS_HINT);
  if (isYamlMap(views)) return Object.entries(views).map(([name, view]) => ({ name, view, path: name }));
  if (!Array.isArray(views))
    throw structural(`\`views:\` is ${kindOf(views)}, where a list or a map of views is expected.`, VIEWS_HINT);
  return views.flatMap((view, at) => {
    if (isYamlMap(view)) return [{ name: nameOf(view), view, path: at }];
    const problem = `View ${String(at + 1)} of the base is ${kindOf(view)}, where a map is expected.`;
    if (views.every((other) => !isYamlMap(other)))
      inPart([at], () => {
        throw structural(problem, VIEWS_HINT);
      });
    warnings.add('views', problem);
    return [];
  });
}

/** A nameless view goes by its type, such as `table`. */
function nameOf(view: YamlMap): string {
  const name = valueOf(view, 'name') ?? valueOf(view, 'type') ?? '';
  return typeof name === 'object' ? '' : String(name);
}

function findView(views: readonly NamedView[], wanted: string): { view: YamlMap; path: string | number } {
  const found = views.filter(({ name }) => name === wanted);
  if (found.length > 1)
    throw structural(
      `The base has ${String(found.length)} views named ${quote(wanted)}.`,
      'Give each view a name of its own.',
    );
  const [first] = found;
  if (first === undefined) throw unknownView(views, wanted);
  const { view, path } = first;
  if (view === null) return { view: {}, path };
  if (isYamlMap(view)) return { view, path };
  return inPart([path], () => {
    throw structural(`The view ${quote(wanted)} is ${kindOf(view)}, where a map is expected.`, VIEWS_HINT);
  });
}

function unknownView(views: readonly NamedView[], wanted: string): VaultLoomError {
  const names = views.map(({ name }) => name).filter((name) => name !== '');
  const shown = names.slice(0, MAX_NAMES_SHOWN);
  const meant = nearest(wanted, names);
  const list =
    shown.map(quote).join(', ') +
    (names.length > shown.length ? ` and ${String(names.length - shown.length)} more` : '');
  return new VaultLoomError(
    'base_eval_error',
    `The base has no view ${quote(wanted)}${names.length === 0 ? '; it has none at all' : `; it has ${list}`}.`,
    {
      hint:
        meant === null
          ? 'Name the view as the base spells it, in the same letter case.'
          : `Did you mean ${quote(meant)}? The letter case counts.`,
      details: { views: shown },
    },
  );
}

const BASE_KEYS = ['filters', 'formulas', 'properties', 'summaries', 'views'];
const VIEW_KEYS = ['filters', 'order', 'columns', 'sort', 'limit', 'groupBy', 'summaries', 'name', 'type'];

/** Views may have keys of their own; one that is a letter away from a standard key is probably a typo. */
function warnOfMisspelled(map: YamlMap, keys: readonly string[], where: string, warnings: Warnings): void {
  for (const key of Object.keys(map)) {
    const meant = keys.includes(key) ? null : nearest(key, keys);
    if (meant !== null && !Object.hasOwn(map, meant))
      warnings.add(key, `The key \`${key}:\`${where} has no meaning. Did you mean \`${meant}:\`?`);
  }
}

function readLimit(limit: YamlValue | undefined): number | null {
  if (limit === undefined || limit === null) return null;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit;
  throw structural(
    `\`limit:\` is ${kindOf(limit)}, where a whole number of 0 or more is expected.`,
    'Such as: "limit: 20".',
  );
}
