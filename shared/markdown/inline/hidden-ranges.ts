import type { TextRange } from '../parsed-note.ts';

/**
 * Collects a leaf's hidden ranges in any order, and hands them on sorted and disjoint as flat pairs of start and end.
 */
export class HiddenRanges {
  readonly #out: number[];
  /** Each range as one number, `(start - base) * WIDTH + length`, so that sorting allocates nothing. */
  #packed: number[] = [];
  #base = 0;
  #sorted = true;

  constructor(out: number[]) {
    this.#out = out;
  }

  begin(base: number): void {
    this.#base = base;
  }

  add(start: number, end: number): void {
    const packed = (start - this.#base) * WIDTH + Math.min(end - start, WIDTH - 1);
    const { length } = this.#packed;
    if (length > 0 && packed < (this.#packed[length - 1] ?? 0)) this.#sorted = false;
    this.#packed.push(packed);
  }

  finish(): void {
    if (this.#packed.length === 0) return;
    if (!this.#sorted) this.#packed.sort((a, b) => a - b);
    for (const packed of this.#packed) {
      const start = this.#base + Math.floor(packed / WIDTH);
      appendRange(this.#out, start, start + (packed % WIDTH));
    }
    this.#packed = [];
    this.#sorted = true;
  }
}

/** Merges two sorted lists of flat pairs into ranges that are sorted and disjoint. */
export function* mergeRanges(first: readonly number[], second: readonly number[]): Generator<void, TextRange[]> {
  const merged: TextRange[] = [];
  let last: TextRange | undefined;
  for (let a = 0, b = 0, count = 1; a < first.length || b < second.length; count++) {
    const fromFirst = b >= second.length || (a < first.length && (first[a] ?? 0) <= (second[b] ?? 0));
    const [start = 0, end = 0] = fromFirst ? [first[a], first[a + 1]] : [second[b], second[b + 1]];
    if (fromFirst) a += 2;
    else b += 2;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) {
      last = { start, end };
      merged.push(last);
    }
    if (count % RANGES_PER_STEP === 0) yield;
  }
  return merged;
}

const WIDTH = 2 ** 24;
const RANGES_PER_STEP = 20_000;

function appendRange(out: number[], start: number, end: number): void {
  const lastEnd = out.length === 0 ? -1 : (out[out.length - 1] ?? -1);
  if (start <= lastEnd) out[out.length - 1] = Math.max(lastEnd, end);
  else if (end > start) out.push(start, end);
}
