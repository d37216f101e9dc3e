import type { BaseQueryOutput } from '../protocol/schemas/live.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import type { BaseEntry, BaseSource } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import { evaluate, meets } from './expression/evaluate.ts';
import { firstSorted } from './sorted.ts';
import { toJson, toRecord } from './values/base-value.ts';
import { compareSortKeys, sortKeyOf, type SortKey } from './values/compare-values.ts';

export type ViewResult = Pick<BaseQueryOutput, 'rows' | 'total'>;

/**
 * Runs a view: filter, sort, limit, columns. Rows equal in the view's sort, or all rows without one, go by file name
 * and path, as in the app. `total` counts the matches before the limit.
 * @throws VaultLoomError `unsupported_construct` (see {@link evaluate})
 */
export function* runView(view: BaseView, source: BaseSource): Steps<ViewResult> {
  const matches: Match[] = [];
  let seen = 0;
  for (const entry of source.entries()) {
    if (++seen % ENTRIES_PER_STEP === 0) yield;
    if (view.filter !== null && !meets(view.filter, entry, source.resolveLink)) continue;
    if (!source.isHidden(entry.path)) matches.push(matchOf(entry, view, source));
  }
  const first = yield* firstSorted(matches, (a, b) => compareMatches(a, b, view), view.limit ?? matches.length);
  const rows: ViewResult['rows'] = [];
  for (const { entry } of first) {
    rows.push(rowOf(entry, view, source));
    if (rows.length % ENTRIES_PER_STEP === 0) yield;
  }
  return { rows, total: matches.length };
}

/** A few microseconds each, unless a note's frontmatter is huge. */
const ENTRIES_PER_STEP = 8;

interface Match {
  entry: BaseEntry;
  /** One per sort entry of the view. */
  keys: readonly SortKey[];
  nameKey: SortKey | null;
}

function matchOf(entry: BaseEntry, { sort }: BaseView, { resolveLink }: BaseSource): Match {
  return { entry, keys: sort.map(({ by }) => sortKeyOf(evaluate(by, entry, resolveLink))), nameKey: null };
}

function compareMatches(a: Match, b: Match, { sort }: BaseView): number {
  for (let at = 0; at < sort.length; at++) {
    const [first, second] = [a.keys[at], b.keys[at]];
    if (first === undefined || second === undefined) continue;
    const order = compareSortKeys(first, second, sort[at]?.descending ?? false);
    if (order !== 0) return order;
  }
  return compareSortKeys(nameKeyOf(a), nameKeyOf(b), false) || compareCodeUnits(a.entry.path, b.entry.path);
}

function nameKeyOf(match: Match): SortKey {
  return (match.nameKey ??= sortKeyOf(match.entry.name));
}

function rowOf(entry: BaseEntry, { columns }: BaseView, { resolveLink }: BaseSource): ViewResult['rows'][number] {
  const file = { name: entry.name, path: entry.path };
  const values = columns.map(({ key, value }): [string, unknown] => [key, toJson(evaluate(value, entry, resolveLink))]);
  return { file, ...toRecord(values) };
}
