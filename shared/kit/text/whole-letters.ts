/** Made when it is first needed: that takes 10 to 20 ms, which no start should wait for. */
let letters: Intl.Segmenter | null = null;
/** In UTF-16 units. What is longer, such as a pile of marks, may be cut between two characters. */
const LONGEST = 64;
/** Below this unit, letters are of one unit each. */
const FIRST_MARK = 0x300;

/**
 * Where the letter that `at` would cut begins, with its marks or as an emoji of several; `at` itself between two
 * letters.
 */
export function startOfLetter(text: string, at: number): number {
  return bordersAt(text, at)[0];
}

/** Where the letter that `at` would cut ends; `at` itself between two letters. */
export function endOfLetter(text: string, at: number): number {
  return bordersAt(text, at)[1];
}

function bordersAt(text: string, at: number): [start: number, end: number] {
  if (at <= 0 || at >= text.length || text.charCodeAt(at) < FIRST_MARK) return [at, at];
  // The segmenter reads all that it is given.
  const from = runStart(text, halvesAt(text, Math.max(0, at - 2 * LONGEST))[0]);
  letters ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const found = letters.segment(text.slice(from, at + LONGEST + 1)).containing(at - from);
  const [start, length] = [from + (found?.index ?? at - from), found?.segment.length ?? 0];
  if (start === at) return [at, at];
  return length > LONGEST ? halvesAt(text, at) : [start, start + length];
}

/** In a run of regional indicators, two of which make a flag, where it begins. */
function runStart(text: string, at: number): number {
  let start = at;
  while (start > at - LONGEST_RUN && INDICATOR.test(text.slice(start, start + 2))) start -= 2;
  return Math.max(0, start);
}

const INDICATOR = /^[\u{1f1e6}-\u{1f1ff}]/u;
/** In UTF-16 units. */
const LONGEST_RUN = 4_096;

function halvesAt(text: string, at: number): [start: number, end: number] {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? [at - 1, at + 1] : [at, at];
}
