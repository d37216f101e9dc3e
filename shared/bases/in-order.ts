import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { SortEntry } from './document/sort.ts';
import { nameOf } from './functions/file-members.ts';
import { firstSorted } from '../kit/concurrency/sorted.ts';
import { compareSortKeys, sortKeyOf, type SortKey } from './values/compare-values.ts';
import type { Match, ViewRun } from './view-run.ts';

/**
 * The first `count` matches by these sort entries, then by file name and path. Only the keys that decide which these
 * are get computed.
 */
export function* firstInOrder(
  matches: readonly Match[],
  sort: readonly SortEntry[],
  count: number,
  run: ViewRun,
): Steps<readonly Match[]> {
  yield* run.addFirstKeys(matches);
  const contenders = yield* contendersOf(matches, sort, count);
  yield* run.addLaterKeys(contenders);
  return yield* firstSorted(contenders, (a, b) => compareMatches(a, b, sort), count);
}

/** Those that can be among the first, by the first sort entry alone: the others need no further keys. */
function* contendersOf(matches: readonly Match[], sort: readonly SortEntry[], count: number): Steps<readonly Match[]> {
  if (sort.length < 2 || count > matches.length / MANY) return matches;
  const last = (yield* firstSorted(matches, (a, b) => compareFirst(a, b, sort), count)).at(-1);
  return last === undefined ? [] : matches.filter((match) => compareFirst(match, last, sort) <= 0);
}

/** If more than this share of the matches is wanted, choosing takes as long as it saves. */
const MANY = 4;

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
