import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';

const RUN = 512;
const COMPARISONS_A_STEP = 4096;

/** Sorts strings by code point, the order of their UTF-8 bytes, in steps. Returns the sorted indexes of `items`. */
export function* sortedByCodePoint(items: readonly string[]): Steps<Int32Array> {
  let from = Int32Array.from({ length: items.length }, (_, i) => i);
  let to = new Int32Array(items.length);
  let compare = compareCodeUnits;
  for (const [i, item] of items.entries()) {
    if (hasHighUnits(item)) compare = compareCodePoints;
    if (i % COMPARISONS_A_STEP === 0) yield;
  }
  for (let start = 0; start < items.length; start += RUN) {
    from.subarray(start, start + RUN).sort((a, b) => compare(items[a] as string, items[b] as string));
    yield;
  }
  for (let width = RUN; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      yield* mergeRuns(items, compare, from, to, start, start + width, Math.min(start + 2 * width, items.length));
    }
    [from, to] = [to, from];
  }
  return from;
}

type Compare = (a: string, b: string) => number;

function* mergeRuns(
  items: readonly string[],
  compare: Compare,
  from: Int32Array,
  to: Int32Array,
  start: number,
  middle: number,
  end: number,
): Steps<void> {
  let left = start;
  let right = Math.min(middle, end);
  const leftEnd = right;
  for (let out = start; out < end; out += 1) {
    const takeLeft =
      right >= end ||
      (left < leftEnd && compare(items[from[left] as number] as string, items[from[right] as number] as string) <= 0);
    to[out] = from[takeLeft ? left++ : right++] as number;
    if (out % COMPARISONS_A_STEP === 0) yield;
  }
}

function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return rank(unitA) - rank(unitB);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function hasHighUnits(item: string): boolean {
  for (let i = 0; i < item.length; i += 1) {
    if (item.charCodeAt(i) >= 0xd800) return true;
  }
  return false;
}
