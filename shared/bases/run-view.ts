import type { Steps } from '../kit/concurrency/slices.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import { grouped } from './grouped.ts';
import { firstInOrder } from './in-order.ts';
import { warnOfMissingProperties } from './missing-properties.ts';
import { summarize } from './summarize.ts';
import { JsonBudget } from './values/value-text.ts';
import { ViewRun, type ViewResult } from './view-run.ts';

/** What a view runs for. */
export interface ViewOptions {
  /** The file that `this` is; null if it is not a file. */
  self?: BaseFile | null;
  /** Epoch milliseconds: what `now()` is. */
  now?: number;
  /** The app's, such as `de`: of `format()` and `relative()`; English unless given. */
  language?: string | undefined;
  /** Bytes of the answer: rows that do not fit are left out; absent: all rows are given. */
  rowBytes?: number | undefined;
}

/** An answer may shorten longer rows to this. */
const LEAST_ROW_LENGTH = 4_000;

/**
 * Runs a view: filter, sort, limit, group, columns, summaries. Rows equal in the view's sort, or all rows without one,
 * go by file name and path, as in the app. `total` counts the matches before the limit. An expression that fails for a
 * file is null there, a filter that fails drops the file; both are warnings.
 * @throws VaultLoomError `base_eval_error` if the answer would be too large
 */
export function* runView(view: BaseView, vault: BaseVault, options: ViewOptions = {}): Steps<ViewResult> {
  const { self = null, now = Date.now(), language = 'en', rowBytes = Infinity } = options;
  if (view.needsBacklinks) yield* vault.prepareBacklinks();
  const run = new ViewRun(view, vault, self, now, language);
  const matches = yield* run.matches();
  if (matches.length === 0) yield* warnOfMissingProperties(view, vault);
  const { sort, group, summaries: ofView } = view;
  const mostRows = mostRowsIn(rowBytes, view);
  const limit = view.limit ?? matches.length;
  const isWhole = limit >= matches.length && ofView.length === 0;
  const shown = !isWhole
    ? yield* firstInOrder(matches, sort, limit, run)
    : group === null
      ? yield* firstInOrder(matches, sort, mostRows, run)
      : matches;
  const parts = group === null ? null : yield* grouped(shown, group, run);
  const budget = new JsonBudget();
  const rows: ViewResult['rows'] = [];
  let length = 0;
  for (const { members } of parts ?? [{ members: shown }]) {
    if (length > rowBytes) break;
    // Groups that are whole are put in order here, as far as their rows are shown.
    const inOrder = parts !== null && isWhole ? yield* firstInOrder(members, sort, mostRows, run) : members;
    for (const match of inOrder) {
      if (length > rowBytes) break;
      const row = yield* run.row(match, budget);
      if (rowBytes !== Infinity) length += Math.min(JSON.stringify(row).length, LEAST_ROW_LENGTH);
      rows.push(row);
      if (run.isPauseDue()) yield;
    }
  }
  const summaries = yield* summarize(view, parts?.flatMap(({ members }) => members) ?? shown, run, budget);
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

/** The most rows that an answer of this many bytes can have: each has its file and a value for each column. */
function mostRowsIn(rowBytes: number, { columns }: BaseView): number {
  const emptyRow = JSON.stringify({
    file: { name: '', path: '' },
    ...Object.fromEntries(columns.map(({ key }) => [key, 0])),
  });
  return Math.floor(rowBytes / emptyRow.length) + 2;
}
