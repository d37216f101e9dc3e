import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { SortEntry } from './document/sort.ts';
import type { Match, ViewRun } from './view-run.ts';
import { sorted } from '../kit/concurrency/sorted.ts';
import type { BaseValue } from './values/base-value.ts';
import { compareSortKeys, EMPTY_RANK, identityOf, sortKeyOf, type SortKey } from './values/compare-values.ts';

/** Rows that share the value they are grouped by. */
export interface Group {
  value: BaseValue;
  /** Of the file that has it so: the first by path. */
  path: string;
  key: SortKey;
  members: Match[];
}

/**
 * Rows in groups, in the order of the groups' values, each group in the order given; the one without a value is last.
 * Of values that are equal but written differently, such as links to one file, that of the first path stands for all.
 */
export function* grouped(matches: readonly Match[], { by, name, descending }: SortEntry, run: ViewRun): Steps<Group[]> {
  const groups = new Map<string, Group>();
  for (const match of matches) {
    const now = run.valueNow(by, match, name);
    const value = now === undefined ? yield* run.value(by, match, name) : now;
    const key = sortKeyOf(value);
    const identity = key.rank === EMPTY_RANK ? '' : identityOf(value, run.vault.resolveLink);
    const group = groups.get(identity);
    if (group === undefined)
      groups.set(identity, {
        value: key.rank === EMPTY_RANK ? null : value,
        path: match.file.path,
        key,
        members: [match],
      });
    else {
      group.members.push(match);
      if (key.rank !== EMPTY_RANK && compareCodeUnits(match.file.path, group.path) < 0) {
        group.value = value;
        group.key = key;
        group.path = match.file.path;
      }
    }
    if (run.isPauseDue()) yield;
  }
  return yield* sorted([...groups.values()], (a, b) => compareSortKeys(a.key, b.key, descending));
}
