import type { Steps } from '../../kit/concurrency/slices.ts';

/** A text cut into lines: line `i` is `starts[i]..ends[i]`, without its line end of one unit. */
export interface CutText {
  text: string;
  starts: Int32Array;
  ends: Int32Array;
}

const UNITS_PER_STEP = 100_000;

/**
 * For each window of `size` lines, a lower bound for the edits to the pattern, from the units and pairs they share: an
 * edit changes one unit and two pairs (E. Ukkonen, "Approximate string-matching with q-grams and maximal matches",
 * Theoretical Computer Science 92, 1992). Takes time linear in the text.
 */
export function* fewestEdits(pattern: string, { text, starts, ends }: CutText, size: number): Steps<Int32Array> {
  const windows = Math.max(0, starts.length - size + 1);
  const fewest = new Int32Array(windows);
  const units = new GramCounts(pattern, 1);
  const pairs = new GramCounts(pattern, 2);
  let from = 0;
  let to = 0;
  let yieldAt = UNITS_PER_STEP;
  for (let first = 0; first < windows; first++) {
    const start = starts[first] as number;
    const end = ends[first + size - 1] as number;
    for (; to < end; to++) {
      units.add(text, to);
      if (to > from) pairs.add(text, to - 1);
    }
    for (; from < start; from++) {
      units.remove(text, from);
      if (from + 1 < to) pairs.remove(text, from);
    }
    const longer = Math.abs(end - start - pattern.length);
    fewest[first] = Math.max((units.difference + longer) / 2, Math.ceil(pairs.difference / 4));
    if (to < yieldAt) continue;
    yieldAt = to + UNITS_PER_STEP;
    yield;
  }
  return fewest;
}

/**
 * How often each run of one or two units occurs in a window, minus its count in the pattern. Runs may share counters.
 */
class GramCounts {
  /** The sum of the absolute differences. */
  difference = 0;
  readonly #length: 1 | 2;
  readonly #counts = new Int32Array(1 << 12);

  constructor(pattern: string, length: 1 | 2) {
    this.#length = length;
    for (let at = 0; at + length <= pattern.length; at++) this.remove(pattern, at);
  }

  add(text: string, at: number): void {
    const counter = this.#counterOf(text, at);
    const count = this.#counts[counter] as number;
    this.difference += count >= 0 ? 1 : -1;
    this.#counts[counter] = count + 1;
  }

  remove(text: string, at: number): void {
    const counter = this.#counterOf(text, at);
    const count = this.#counts[counter] as number;
    this.difference += count > 0 ? -1 : 1;
    this.#counts[counter] = count - 1;
  }

  #counterOf(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    return (this.#length === 1 ? unit : unit * 67 + text.charCodeAt(at + 1)) & 4095;
  }
}
