import type { Steps } from '../../kit/concurrency/slices.ts';
import { quote, structural } from '../base-errors.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Expression } from '../expression/expression.ts';
import { isYamlMap, kindOf, readBaseYaml, valueOf, VIEWS_HINT, type YamlMap, type YamlValue } from './base-yaml.ts';
import { readColumns, type Column } from './columns.ts';
import { allOf, readFilters } from './filters.ts';
import { readSort, type SortEntry } from './sort.ts';

/** A view of a base, ready to run. */
export interface BaseView {
  name: string;
  /** The base's own filter and the view's; null if there is none. */
  filter: Expression | null;
  /** The first entry decides first. */
  sort: readonly SortEntry[];
  columns: readonly Column[];
  /** Row limit; null for all. */
  limit: number | null;
}

/**
 * Reads one view of a base, with `views:` as a list (as in the app's own files) or as a map. Ignores the other views,
 * and keys that only concern appearance (`properties`, `groupBy`, `columnSize`, a view's `summaries` …). `basePath` is
 * the base's own path, `''` if it is not a file.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`
 */
export function* readBaseView(yaml: string, viewName: string, basePath: string): Steps<BaseView> {
  const base = yield* readBaseYaml(yaml);
  refuseBlock(base, 'formulas');
  refuseBlock(base, 'summaries');
  const view = findView(readViews(base), viewName);
  return {
    name: viewName,
    filter: allOf([readFilters(valueOf(base, 'filters'), basePath), readFilters(valueOf(view, 'filters'), basePath)]),
    sort: readSort(valueOf(view, 'sort'), basePath),
    columns: readColumns(view, basePath),
    limit: readLimit(valueOf(view, 'limit')),
  };
}

const MAX_NAMES_SHOWN = 20;

/** An empty block does nothing and is accepted. */
function refuseBlock(base: YamlMap, key: 'formulas' | 'summaries'): void {
  const block = valueOf(base, key);
  if (block === undefined || block === null || (isYamlMap(block) && Object.keys(block).length === 0)) return;
  const fragment = isYamlMap(block) ? `${key}: ${Object.keys(block).join(', ')}` : `${key}:`;
  throw new VaultLoomError(
    'unsupported_construct',
    `A base with a top-level ${quote(fragment)} block is not supported.`,
    {
      hint: `Send the base without "${key}:" as yaml, with a view that does not use it.`,
      details: { fragment: `${key}:` },
    },
  );
}

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
