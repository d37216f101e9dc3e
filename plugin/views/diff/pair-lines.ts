import type { Steps } from '../../../shared/kit/concurrency/slices.ts';

/** A line as its words; joined, they are the line. */
export type Words = readonly string[];

/** Indexes of a removed line and of the added line that it became. */
export type Pair = readonly [removed: number, added: number];

/** Lines at least this similar count as one line that changed. */
const ALIKE = 0.4;
/** More pairs than this are not all compared. */
const MOST_COMPARED = 2_500;
/** How far ahead a line's counterpart is looked for among many. */
const LOOK_AHEAD = 8;
const PAIRS_A_STEP = 50;
const WORDS_A_STEP = 5_000;

/** Which removed lines became which added ones, in the order of both. */
export function* pairLines(removed: readonly Words[], added: readonly Words[]): Steps<Pair[]> {
  const [gone, come] = [yield* counted(removed), yield* counted(added)];
  return yield* removed.length * added.length <= MOST_COMPARED ? bestPairs(gone, come) : nextPairs(gone, come);
}

/** How many characters of a line are in each of its words; spaces do not count. */
interface Counted {
  words: ReadonlyMap<string, number>;
  size: number;
}

function* counted(lines: readonly Words[]): Steps<Counted[]> {
  const all: Counted[] = [];
  let seen = 0;
  for (const line of lines) {
    const words = new Map<string, number>();
    let size = 0;
    for (const word of line) {
      if (++seen % WORDS_A_STEP === 0) yield;
      if (word.trim() === '') continue;
      words.set(word, (words.get(word) ?? 0) + word.length);
      size += word.length;
    }
    all.push({ words, size });
  }
  return all;
}

/** From 0, nothing in common, to 1, the same words. */
function likeness(one: Counted, other: Counted): number {
  if (one.size === 0 || other.size === 0) return 0;
  // Too different in size to be alike, however many words are shared.
  if ((2 * Math.min(one.size, other.size)) / (one.size + other.size) < ALIKE) return 0;
  const [few, many] = one.words.size < other.words.size ? [one, other] : [other, one];
  let shared = 0;
  for (const [word, size] of few.words) shared += Math.min(size, many.words.get(word) ?? 0);
  return (2 * shared) / (one.size + other.size);
}

/** The pairs whose total similarity is greatest. */
function* bestPairs(removed: readonly Counted[], added: readonly Counted[]): Steps<Pair[]> {
  const width = added.length + 1;
  const sums = new Float64Array((removed.length + 1) * width);
  const scores = new Float64Array(removed.length * added.length);
  for (let row = removed.length - 1; row >= 0; row--) {
    for (let column = added.length - 1; column >= 0; column--) {
      const score = likeness(removed[row] as Counted, added[column] as Counted);
      scores[row * added.length + column] = score;
      const paired = score < ALIKE ? 0 : score + (sums[(row + 1) * width + column + 1] ?? 0);
      sums[row * width + column] = Math.max(
        paired,
        sums[(row + 1) * width + column] ?? 0,
        sums[row * width + column + 1] ?? 0,
      );
    }
    yield;
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length && column < added.length) {
    const sum = sums[row * width + column];
    if (sum === sums[(row + 1) * width + column]) row++;
    else if (sum === sums[row * width + column + 1]) column++;
    else pairs.push([row++, column++]);
  }
  return pairs;
}

/** For each line, the most similar of the next few. */
function* nextPairs(removed: readonly Counted[], added: readonly Counted[]): Steps<Pair[]> {
  const pairs: Pair[] = [];
  let next = 0;
  for (const [row, line] of removed.entries()) {
    let [best, bestScore] = [-1, ALIKE];
    for (let column = next; column < Math.min(next + LOOK_AHEAD, added.length); column++) {
      const score = likeness(line, added[column] as Counted);
      if (score > bestScore || (score === bestScore && best < 0)) [best, bestScore] = [column, score];
      if (score > 0.9) break;
    }
    if (best >= 0) {
      pairs.push([row, best]);
      next = best + 1;
    }
    if (row % PAIRS_A_STEP === 0) yield;
  }
  return pairs;
}
