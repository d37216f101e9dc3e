import type { Steps } from './slices.ts';

/** The items in order, equal ones as they were: a merge sort that can pause. `compare` must be consistent. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    runs.push(items.slice(at, at + RUN_LENGTH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** The first `count` items of {@link sorted}, without sorting the rest. */
export function* firstSorted<T>(items: readonly T[], compare: (a: T, b: T) => number, count: number): Steps<T[]> {
  if (count > items.length / 4) return (yield* sorted(items, compare)).slice(0, count);
  let first: T[] = [];
  for (let at = 0; count > 0 && at < items.length; at += RUN_LENGTH) {
    const last = first[count - 1];
    const run = items.slice(at, at + RUN_LENGTH);
    const better = last === undefined ? run : run.filter((item) => compare(item, last) < 0);
    first = first.concat(better).sort(compare).slice(0, count);
    yield;
  }
  return first;
}

const RUN_LENGTH = 256;

function* merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    const [a, b] = [left[fromLeft] as T, right[fromRight] as T];
    const takesRight = compare(b, a) < 0;
    merged.push(takesRight ? b : a);
    if (takesRight) fromRight++;
    else fromLeft++;
    if (merged.length % RUN_LENGTH === 0) yield;
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight));
}
