import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import type { SortEntry } from './document/sort.ts';
import { nameOf } from './functions/file-members.ts';
import { grouped } from './grouped.ts';
import { firstSorted } from './sorted.ts';
import { summarize } from './summarize.ts';
import { compareSortKeys, sortKeyOf, type SortKey } from './values/compare-values.ts';
import { JsonBudget } from './values/value-text.ts';
import { ViewRun, type Match, type ViewResult } from './view-run.ts';

/** What a view runs for. */
export interface ViewOptions {
  /** The file that `this` is; null if it is none. */
  self?: BaseFile | null;
  /** Epoch milliseconds: what `now()` is. */
  now?: number;
  /** The app's, such as `de`: of `format()` and `relative()`; English unless given. */
  language?: string | undefined;
  /** Rows for which an answer of so many bytes has no room are left out; absent: all rows are given. */
  rowBytes?: number | undefined;
}

/** An answer may shorten longer rows to this. */
const LEAST_ROW_LENGTH = 4_000;

/**
 * Runs a view: filter, sort, limit, group, columns, summaries. Rows equal in the view's sort, or all rows without one, go
 * by file name and path, as in the app. `total` counts the matches before the limit. An expression that fails for a file
 * is null there, a filter that fails drops the file; both are warnings.
 * @throws VaultLoomError `base_eval_error` if the answer would be too large
 */
export function* runView(view: BaseView, vault: BaseVault, options: ViewOptions = {}): Steps<ViewResult> {
  const { self = null, now = Date.now(), language = 'en', rowBytes = Infinity } = options;
  if (view.needsBacklinks) yield* vault.prepareBacklinks();
  const run = new ViewRun(view, vault, self, now, language);
  const matches = yield* run.matches();
  const limit = view.limit ?? matches.length;
  const contenders = yield* contendersOf(matches, view.sort, limit);
  yield* run.addLaterKeys(contenders);
  const first = yield* firstSorted(contenders, (a, b) => compareMatches(a, b, view.sort), limit);
  const parts = view.group === null ? null : yield* grouped(first, view.group, run);
  const shown = parts === null ? first : parts.flatMap(({ members }) => members);
  const budget = new JsonBudget();
  const rows: ViewResult['rows'] = [];
  let length = 0;
  for (const match of shown) {
    if (length > rowBytes) break;
    const row = yield* run.row(match, budget);
    if (rowBytes !== Infinity) length += Math.min(JSON.stringify(row).length, LEAST_ROW_LENGTH);
    rows.push(row);
    if (run.isPauseDue()) yield;
  }
  const summaries = yield* summarize(view, shown, run, budget);
  const groups: NonNullable<ViewResult['groups']> = [];
  for (const { value, members } of parts ?? []) {
    const own = yield* summarize(view, members, run, budget);
    groups.push({
      value: budget.json(value),
      count: members.length,
      ...(own === null ? {} : { summaries: own }),
    });
  }
  const warnings = view.warnings.list();
  return {
    rows,
    total: matches.length,
    ...(view.names.size === 0 ? {} : { columns: columnsOf(view) }),
    ...(parts === null ? {} : { groups }),
    ...(summaries === null ? {} : { summaries }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => ({ ...warning })) }),
  };
}

function columnsOf({ columns, names }: BaseView): { column: string; name: string }[] {
  return columns.map(({ key }) => ({ column: key, name: names.get(key) ?? key }));
}

/** Those that can be among the first, by the first sort entry alone: the others need no further keys. */
function* contendersOf(matches: readonly Match[], sort: readonly SortEntry[], limit: number): Steps<readonly Match[]> {
  if (sort.length < 2 || limit >= matches.length || limit > MOST_CHOSEN) return matches;
  const last = (yield* firstSorted(matches, (a, b) => compareFirst(a, b, sort), limit)).at(-1);
  return last === undefined ? [] : matches.filter((match) => compareFirst(match, last, sort) <= 0);
}

/** With more, choosing takes as long as it spares. */
const MOST_CHOSEN = 250;

function compareFirst(a: Match, b: Match, sort: readonly SortEntry[]): number {
  return a.firstKey === null || b.firstKey === null
    ? 0
    : compareSortKeys(a.firstKey, b.firstKey, sort[0]?.descending ?? false);
}

function compareMatches(a: Match, b: Match, sort: readonly SortEntry[]): number {
  const byFirst = compareFirst(a, b, sort);
  if (byFirst !== 0) return byFirst;
  for (let at = 1; at < sort.length; at++) {
    const [first, second] = [a.laterKeys[at - 1], b.laterKeys[at - 1]];
    if (first === undefined || second === undefined) continue;
    const order = compareSortKeys(first, second, sort[at]?.descending ?? false);
    if (order !== 0) return order;
  }
  return compareSortKeys(nameKeyOf(a), nameKeyOf(b), false) || compareCodeUnits(a.file.path, b.file.path);
}

function nameKeyOf(match: Match): SortKey {
  return (match.nameKey ??= sortKeyOf(nameOf(match.file)));
}
