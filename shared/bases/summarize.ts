import type { Steps } from '../kit/concurrency/slices.ts';
import type { BaseView } from './document/base-view.ts';
import type { Match, ViewResult, ViewRun } from './view-run.ts';
import type { BaseValue } from './values/base-value.ts';
import { toRecord, type JsonBudget } from './values/value-text.ts';

/** The view's summaries over the rows shown; null if it has none. */
export function* summarize(
  { summaries }: BaseView,
  rows: readonly Match[],
  run: ViewRun,
  budget: JsonBudget,
): Steps<NonNullable<ViewResult['summaries']> | null> {
  if (summaries.length === 0) return null;
  const made: [string, { name: string; value: unknown }][] = [];
  for (const { column, name, of, by } of summaries) {
    const values: BaseValue[] = [];
    for (const row of rows) {
      const now = run.valueNow(of, row, column);
      values.push(now === undefined ? yield* run.value(of, row, column) : now);
      if (run.isPauseDue()) yield;
    }
    const value =
      typeof by === 'function'
        ? yield* by(values, run.vault.resolveLink)
        : yield* run.overall(by, `summaries.${column}`, frameOf(values));
    made.push([column, { name, value: budget.json(value) }]);
  }
  return toRecord(made) as NonNullable<ViewResult['summaries']>;
}

function frameOf(values: readonly BaseValue[]): { value: BaseValue; index: number; acc: null; up: null } {
  return { value: values, index: 0, acc: null, up: null };
}
