import { diffArrays } from 'diff';
import type { Steps } from '../../../shared/kit/concurrency/slices.ts';

/** A stretch of both sequences, ends excluded: the same in both, or one that took the other's place. */
export interface Stretch {
  same: boolean;
  before: readonly [start: number, end: number];
  after: readonly [start: number, end: number];
}

/**
 * What two sequences have in common, in order and without gaps. The same stretches and the others alternate. Of
 * sequences that have little in common, large parts may count as replaced.
 */
export function* align(before: readonly string[], after: readonly string[]): Steps<Stretch[]> {
  const found: Stretch[] = [];
  const waiting: Range[] = [{ from: 0, to: before.length, start: 0, end: after.length }];
  let budget = MOST_VISITS;
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const inner = trimmed(before, after, range);
    budget -= range.to - range.from + range.end - range.start + costOf(inner);
    yield;
    add(found, true, { from: range.from, to: inner.from, start: range.start, end: inner.start });
    const rest = { from: inner.to, to: range.to, start: inner.end, end: range.end };
    const split = budget > 0 ? yield* parts(before, after, inner) : null;
    // A stack: what comes first is on top. `rest` is the same on both sides, so trimming takes all of it.
    if (rest.to > rest.from) waiting.push(rest);
    if (split === null) add(found, false, inner);
    else if (split.isDone) for (const { same, ...part } of split.parts) add(found, same, part);
    else waiting.push(...split.parts.reverse());
  }
  return found;
}

interface Range {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Up to this many are compared exactly, in a few milliseconds at worst. */
const FEW = 300;
/** Edits looked for in a large range without a landmark; the time grows with their square. */
const MOST_EDITS = 200;
/** Comparisons in all ranges together, so that no text takes longer than about a second. */
const MOST_VISITS = 10_000_000;
const VISITS_A_STEP = 4_000;

/** The most that comparing a range may cost. */
function costOf({ from, to, start, end }: Range): number {
  return from === to || start === end ? 0 : Math.min((to - from + end - start) ** 2, MOST_EDITS ** 2) / 2;
}

type Parts = { isDone: false; parts: Range[] } | { isDone: true; parts: (Range & { same: boolean })[] };

function* parts(before: readonly string[], after: readonly string[], range: Range): Steps<Parts | null> {
  const [removed, added] = [range.to - range.from, range.end - range.start];
  if (removed === 0 || added === 0) return null;
  if (removed + added > FEW) {
    const landmarks = yield* landmarksOf(before, after, range);
    if (landmarks.length > 0) return { isDone: false, parts: between(landmarks, range) };
  }
  const changes = diffArrays(before.slice(range.from, range.to), after.slice(range.start, range.end), {
    maxEditLength: removed + added > FEW ? MOST_EDITS : removed + added,
  });
  if (changes === undefined) return null;
  let [from, start] = [range.from, range.start];
  return {
    isDone: true,
    parts: changes.map(({ added: isAdded, removed: isRemoved, count }) => {
      const part = { same: !isAdded && !isRemoved, from, to: from, start, end: start };
      if (!isAdded) part.to = from += count;
      if (!isRemoved) part.end = start += count;
      return part;
    }),
  };
}

/** The range without what is the same at its start and its end. */
function trimmed(before: readonly string[], after: readonly string[], { ...range }: Range): Range {
  while (range.from < range.to && range.start < range.end && before[range.from] === after[range.start]) {
    range.from++;
    range.start++;
  }
  while (range.from < range.to && range.start < range.end && before[range.to - 1] === after[range.end - 1]) {
    range.to--;
    range.end--;
  }
  return range;
}

type Landmark = [before: number, after: number];

/** What occurs exactly once on each side, in an order that both sides share. */
function* landmarksOf(before: readonly string[], after: readonly string[], range: Range): Steps<Landmark[]> {
  const places = new Map<string, Landmark | null>();
  for (let index = range.from; index < range.to; index++) {
    const item = before[index] ?? '';
    places.set(item, places.has(item) ? null : [index, -1]);
    if (index % VISITS_A_STEP === 0) yield;
  }
  for (let index = range.start; index < range.end; index++) {
    const item = after[index] ?? '';
    const place = places.get(item);
    if (place !== undefined && place !== null) places.set(item, place[1] < 0 ? [place[0], index] : null);
    if (index % VISITS_A_STEP === 0) yield;
  }
  const unique = [...places.values()].filter((place): place is Landmark => place !== null && place[1] >= 0);
  return longestRising(unique);
}

/** The longest of the subsequences that rise on the other side as well, by patience sorting. */
function longestRising(landmarks: readonly Landmark[]): Landmark[] {
  const piles: { landmark: Landmark; under: number | null }[][] = [];
  for (const landmark of landmarks) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.at(-1)?.landmark[1] ?? Infinity) < landmark[1]) low = middle + 1;
      else high = middle;
    }
    const under = low === 0 ? null : (piles[low - 1]?.length ?? 0) - 1;
    (piles[low] ??= []).push({ landmark, under });
  }
  const rising: Landmark[] = [];
  let place: number | null = (piles.at(-1)?.length ?? 0) - 1;
  for (let pile = piles.length - 1; pile >= 0 && place !== null; pile--) {
    const card: { landmark: Landmark; under: number | null } | undefined = piles[pile]?.[place];
    if (card === undefined) break;
    rising.push(card.landmark);
    place = card.under;
  }
  return rising.reverse();
}

/** The ranges from each landmark to the next; each begins with its landmark. */
function between(landmarks: readonly Landmark[], { from, to, start, end }: Range): Range[] {
  const bounds: Landmark[] = [[from, start], ...landmarks, [to, end]];
  return bounds.slice(1).flatMap(([before, after], index) => {
    const [last, lastAfter] = bounds[index] ?? [from, start];
    return before === last && after === lastAfter ? [] : [{ from: last, to: before, start: lastAfter, end: after }];
  });
}

function add(found: Stretch[], same: boolean, { from, to, start, end }: Range): void {
  if (from === to && start === end) return;
  const last = found.at(-1);
  if (last?.same === same) {
    found[found.length - 1] = { same, before: [last.before[0], to], after: [last.after[0], end] };
  } else found.push({ same, before: [from, to], after: [start, end] });
}
