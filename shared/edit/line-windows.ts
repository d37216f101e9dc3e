import type { Steps } from '../protocol/slices.ts';
import { PatternDistance } from './edit-distance.ts';

/** A run of whole lines, and how like the search text it is. */
export interface LineWindow {
  /** Index of its first line. */
  first: number;
  /** Edit similarity from 0 to 1. */
  score: number;
}

/** Two scores this near are not told apart. */
const NEAR = 0.05;
const ROUNDING = 1e-9;
const MOST_LISTED = 10;
const MOST_CLOSEST = 3;
const MOST_TRIED = 60;
const LINES_PER_STEP = 2_000;

/**
 * Compares windows of as many whole lines as the search text has with it, by edit similarity (1 − edits / length of the longer)
 * after white space and trailing punctuation of each line are normalised. Windows are scored best bound first, so that few are.
 */
export class LineWindows {
  /** Lines in a window. */
  readonly size: number;
  readonly #pattern: PatternDistance;
  readonly #patternLength: number;
  readonly #text: string;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  /** Windows by falling bound. */
  readonly #order: readonly LineWindow[];
  readonly #scores = new Map<number, number>();

  /** `search` and `lines` without line ends. */
  static *of(search: readonly string[], lines: readonly string[]): Steps<LineWindows> {
    const pattern = search.map(normaliseLine).join('\n');
    const starts: number[] = [];
    const ends: number[] = [];
    const parts: string[] = [];
    let at = 0;
    for (const line of lines) {
      const part = normaliseLine(line);
      parts.push(part);
      starts.push(at);
      ends.push(at + part.length);
      at += part.length + 1;
      if (parts.length % LINES_PER_STEP === 0) yield;
    }
    const text = parts.join('\n');
    const distance = new PatternDistance(pattern);
    const least = yield* distance.leastUpTo(text, ends);
    const order: LineWindow[] = [];
    for (let first = 0; first + search.length <= lines.length; first++) {
      const last = first + search.length - 1;
      const length = (ends[last] ?? 0) - (starts[first] ?? 0);
      const edits = Math.max(least[last] ?? 0, Math.abs(length - pattern.length));
      order.push({ first, score: similarity(edits, length, pattern.length) });
    }
    order.sort((a, b) => b.score - a.score || a.first - b.first);
    return new LineWindows(search.length, distance, pattern.length, text, starts, ends, order);
  }

  private constructor(size: number, pattern: PatternDistance, patternLength: number, text: string, starts: readonly number[], ends: readonly number[], order: readonly LineWindow[]) {
    this.size = size;
    this.#pattern = pattern;
    this.#patternLength = patternLength;
    this.#text = text;
    this.#starts = starts;
    this.#ends = ends;
    this.#order = order;
  }

  /**
   * The best window at or above the threshold, and every other within 0.05 of it (at most ten in all), best first. A window that
   * overlaps the best is the same passage seen a few lines on, and counts as another only where it scores the same.
   */
  *matches(threshold: number): Steps<LineWindow[]> {
    const found: LineWindow[] = [];
    let best = threshold;
    for (const { first, score: bound } of this.#order) {
      if (bound < Math.max(threshold, best - NEAR) - ROUNDING) break;
      if (bound <= best && found.length >= MOST_LISTED && this.#distinct(found).length >= MOST_LISTED) break;
      const score = yield* this.#score(first);
      if (score < threshold) continue;
      found.push({ first, score });
      if (score > best) best = score;
    }
    return this.#distinct(found).slice(0, MOST_LISTED);
  }

  /** The at most three likest windows that do not overlap, best first. */
  *closest(): Steps<LineWindow[]> {
    const tried: LineWindow[] = [];
    let closest: LineWindow[] = [];
    for (const { first, score: bound } of this.#order.slice(0, MOST_TRIED)) {
      if (closest.length === MOST_CLOSEST && bound <= (closest.at(-1)?.score ?? 0)) break;
      tried.push({ first, score: yield* this.#score(first) });
      closest = [];
      for (const window of tried.sort(byScore)) {
        if (closest.length < MOST_CLOSEST && closest.every((other) => !this.#overlap(window, other))) closest.push(window);
      }
    }
    return closest.filter(({ score }) => score > 0);
  }

  #distinct(found: LineWindow[]): LineWindow[] {
    const [best, ...others] = found.sort(byScore);
    if (best === undefined) return [];
    const near = others.filter((other) => best.score - other.score <= NEAR + ROUNDING);
    return [best, ...near.filter((other) => other.score === best.score || !this.#overlap(best, other))];
  }

  #overlap(a: LineWindow, b: LineWindow): boolean {
    return Math.abs(a.first - b.first) < this.size;
  }

  *#score(first: number): Steps<number> {
    const known = this.#scores.get(first);
    if (known !== undefined) return known;
    const start = this.#starts[first] ?? 0;
    const end = this.#ends[first + this.size - 1] ?? start;
    const score = similarity(yield* this.#pattern.between(this.#text, start, end), end - start, this.#patternLength);
    this.#scores.set(first, score);
    return score;
  }
}

/** Runs of white space become one blank, none stays at the edges, and the punctuation that ends a sentence goes from the end. */
export function normaliseLine(line: string): string {
  return line.replace(WHITE_SPACE, ' ').trim().replace(TRAILING_PUNCTUATION, '');
}

const WHITE_SPACE = /\s+/g;
const TRAILING_PUNCTUATION = /[\s.,;:!?…。、，；：！？]+$/;

function similarity(edits: number, length: number, otherLength: number): number {
  const longer = Math.max(length, otherLength);
  return longer === 0 ? 1 : Math.max(0, longer - edits) / longer;
}

function byScore(a: LineWindow, b: LineWindow): number {
  return b.score - a.score || a.first - b.first;
}
