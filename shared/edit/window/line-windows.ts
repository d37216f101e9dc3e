import { oneLine } from '../../kit/text/shorten.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { PatternDistance } from './edit-distance.ts';
import { fewestEdits } from './gram-bound.ts';
import type { CutText } from './gram-bound.ts';

/** A run of whole lines, and its similarity to the search text. */
export interface LineWindow {
  /** Index of its first line. */
  first: number;
  /** Edit similarity from 0 to 1. */
  score: number;
}

/** Scores this close count as equal. */
const NEAR = 0.05;
const ROUNDING = 1e-9;
const MOST_LISTED = 10;
export const MOST_CLOSEST = 3;
/** Windows to score before refining the bounds. */
const FIRST_TRIES = 8;
const LEAST_TRIES = 12;
const MOST_TRIES = 60;
/** Cells of the distance matrix to spend on suggestions. */
const CELLS_FOR_CLOSEST = 200_000_000;
const LINES_PER_STEP = 2_000;

/**
 * Compares the search text with every window of as many whole lines, by edit similarity (1 − edits / length of the
 * longer), after normalising each line's white space and trailing punctuation. Each window has an upper bound for its
 * score; scoring in that order, few need to be.
 */
export class LineWindows {
  /** Lines in a window. */
  readonly size: number;
  readonly #pattern: string;
  readonly #distance: PatternDistance;
  readonly #cut: CutText;
  /** The fewest edits between each window and the pattern, as far as known. */
  readonly #fewest: Int32Array;
  #isRefined = false;
  readonly #scores = new Map<number, number>();

  /** `search` and `lines` are without line ends. */
  static *of(search: readonly string[], lines: readonly string[]): Steps<LineWindows> {
    const pattern = search.map(normaliseLine).join('\n');
    const cut = yield* normaliseLines(lines);
    return new LineWindows(search.length, pattern, cut, yield* fewestEdits(pattern, cut, search.length));
  }

  private constructor(size: number, pattern: string, cut: CutText, fewest: Int32Array) {
    this.size = size;
    this.#pattern = pattern;
    this.#distance = new PatternDistance(pattern);
    this.#cut = cut;
    this.#fewest = fewest;
  }

  /**
   * The best window at or above the threshold, and every other within 0.05 of it, best first, ten at most. One that
   * overlaps the best counts only if it scores the same.
   */
  *matches(threshold: number): Steps<LineWindow[]> {
    let found: LineWindow[] = [];
    let postponed: LineWindow[] = [];
    let best: LineWindow | null = null;
    let order = this.#byBound(threshold);
    for (let next = 0; ; next++) {
      const window: LineWindow | undefined = order[next];
      if (window === undefined) break;
      const least: number = best === null ? threshold : Math.max(threshold, best.score - NEAR);
      if (window.score < least - ROUNDING) break;
      if (
        best !== null &&
        window.score <= best.score &&
        found.length >= MOST_LISTED &&
        this.#distinct(found).length >= MOST_LISTED
      )
        break;
      if (next === FIRST_TRIES && this.#isWorthRefining(order, least, best)) {
        yield* this.#refine();
        order = this.#byBound(least);
        [found, postponed, best, next] = [[], [], null, -1];
        continue;
      }
      if (this.#isShadowed(window, best)) {
        postponed.push(window);
        continue;
      }
      const overlapped: LineWindow | null = best !== null && this.#overlap(window, best) ? best : null;
      const scored: LineWindow = {
        first: window.first,
        score: yield* this.#score(window.first, overlapped?.score ?? least),
      };
      if (scored.score === 0 && overlapped !== null) postponed.push(window);
      if (scored.score < threshold) continue;
      found.push(scored);
      if (best === null || byScore(scored, best) < 0) best = scored;
    }
    for (const { first, score: bound } of postponed) {
      if (best === null || this.#overlap({ first, score: bound }, best) || bound < best.score - NEAR - ROUNDING)
        continue;
      found.push({ first, score: yield* this.#score(first, best.score - NEAR) });
    }
    return this.#distinct(found.filter(({ score }) => score >= threshold)).slice(0, MOST_LISTED);
  }

  /** Up to three similar windows without overlap, best first, from the most promising ones. */
  *closest(): Steps<LineWindow[]> {
    const tries = Math.min(
      MOST_TRIES,
      Math.max(LEAST_TRIES, Math.floor(CELLS_FOR_CLOSEST / (1 + this.#pattern.length ** 2))),
    );
    const tried: LineWindow[] = [];
    for (const { first } of this.#byBound(0).slice(0, tries))
      tried.push({ first, score: yield* this.#score(first, 0) });
    const closest: LineWindow[] = [];
    for (const window of tried.sort(byScore)) {
      if (window.score > 0 && closest.length < MOST_CLOSEST && closest.every((other) => !this.#overlap(window, other)))
        closest.push(window);
    }
    return closest;
  }

  /** Windows with a bound of at least `least`, highest first. */
  #byBound(least: number): LineWindow[] {
    const windows: LineWindow[] = [];
    for (let first = 0; first < this.#fewest.length; first++) {
      const score = this.#similarity(this.#fewest[first] as number, this.#lengthOf(first));
      if (score >= least - ROUNDING) windows.push({ first, score });
    }
    return windows.sort(byScore);
  }

  /** A window that overlaps the best and scores less is not another passage. */
  #isShadowed(window: LineWindow, best: LineWindow | null): boolean {
    return best !== null && window.score < best.score && this.#overlap(window, best);
  }

  /** Whether refining the bounds costs less than scoring the windows still in question. */
  #isWorthRefining(order: readonly LineWindow[], least: number, best: LineWindow | null): boolean {
    if (this.#isRefined) return false;
    const left = order.filter(
      (window) => window.score >= least && !this.#scores.has(window.first) && !this.#isShadowed(window, best),
    ).length;
    return left * this.#pattern.length > this.#cut.text.length;
  }

  /** Improves each bound by the smallest distance of any passage that ends with the window. */
  *#refine(): Steps<void> {
    const least = yield* this.#distance.leastUpTo(this.#cut.text, this.#cut.ends);
    for (let first = 0; first < this.#fewest.length; first++) {
      this.#fewest[first] = Math.max(this.#fewest[first] as number, least[first + this.size - 1] as number);
    }
    this.#isRefined = true;
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

  #lengthOf(first: number): number {
    return (this.#cut.ends[first + this.size - 1] as number) - (this.#cut.starts[first] as number);
  }

  #similarity(edits: number, length: number): number {
    const longer = Math.max(length, this.#pattern.length);
    return longer === 0 ? 1 : Math.max(0, longer - edits) / longer;
  }

  /** A window's score; 0 if below `least`. */
  *#score(first: number, least: number): Steps<number> {
    const known = this.#scores.get(first);
    if (known !== undefined) return known;
    const start = this.#cut.starts[first] as number;
    const length = this.#lengthOf(first);
    const most = Math.ceil((1 - least + ROUNDING) * Math.max(length, this.#pattern.length));
    const edits = yield* this.#distance.between(this.#cut.text, start, start + length, most);
    if (edits > most) return 0;
    const score = this.#similarity(edits, length);
    this.#scores.set(first, score);
    return score;
  }
}

/** In NFC, with white space collapsed, and without sentence punctuation at the end. */
export function normaliseLine(line: string): string {
  return oneLine(line).normalize('NFC').replace(UNCOMPARED_END, '');
}

/** What ends a line without a part in the comparison: white space, and the punctuation of sentences. */
export const UNCOMPARED_END = /[\s.,;:!?…。、，；：！？]+$/;
/** Such punctuation at the end of a text, or at its beginning. */
export const END_MARK = /[.,;:!?…。、，；：！？]\s*$/;
export const END_MARKS = /^[.,;:!?…。、，；：！？]+/;

function* normaliseLines(lines: readonly string[]): Steps<CutText> {
  const starts = new Int32Array(lines.length);
  const ends = new Int32Array(lines.length);
  const parts: string[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const part = normaliseLine(line);
    parts.push(part);
    starts[index] = at;
    at += part.length;
    ends[index] = at++;
    if (index % LINES_PER_STEP === 0) yield;
  }
  return { text: parts.join('\n'), starts, ends };
}

function byScore(a: LineWindow, b: LineWindow): number {
  return b.score - a.score || a.first - b.first;
}
