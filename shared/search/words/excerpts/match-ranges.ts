import { endOfLetter, startOfLetter } from '../../../kit/text/whole-letters.ts';
import { denseRuns, longestPartsOf, partsOf } from './dense-parts.ts';
import { findMatches, wantedBy, type Wanted } from './excerpt.ts';
import { foldWord } from '../terms/fold.ts';
import type { Match, TextSpan } from './text-span.ts';

/**
 * Where a text has words of the query, sorted and disjoint, in whole letters; of a word that only begins as asked, its
 * beginning. In scripts without spaces whole runs of the query, or parts of them that can be words.
 */
export function rangesFor(query: string): (text: string) => TextSpan[] {
  return rangesWith(query, partsOf);
}

/**
 * As {@link rangesFor}, but in scripts without spaces the longest parts of a run, even those that other words may have
 * by chance: for a text that was found by nothing else.
 */
export function looseRangesFor(query: string): (text: string) => TextSpan[] {
  return rangesWith(query, longestPartsOf);
}

function rangesWith(query: string, partsIn: typeof partsOf): (text: string) => TextSpan[] {
  const wanted = wantedBy(query);
  const runs = denseRuns(query);
  const pairs = new Set(runs.flat());
  return (text) => {
    const ranges: TextSpan[] = [];
    const matches = findMatches(text, wanted);
    const spaced = matches.filter(({ term }) => !pairs.has(term));
    const spans = [
      ...spaced.map((match) => spanOf(text, match, wanted)),
      ...runs.flatMap((run) => partsIn(text, run, matches)),
    ];
    for (const span of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      const [start, end] = [startOfLetter(text, span[0]), endOfLetter(text, span[1])];
      const last = ranges.at(-1);
      if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
      else ranges.push([start, end]);
    }
    return ranges;
  };
}

function spanOf(text: string, { term, start, end }: Match, wanted: Wanted): TextSpan {
  const isPrefix = wanted.prefixes.includes(term) && !wanted.terms.has(foldWord(text.slice(start, end)));
  return [start, isPrefix ? start + lettersOf(text.slice(start, end), term) : end];
}

/** How many letters of a word are the beginning that was asked for; all of it where folding changes their number. */
function lettersOf(word: string, beginning: string): number {
  for (let length = 1; length <= word.length; length += 1)
    if (foldWord(word.slice(0, length)) === beginning) return length;
  return word.length;
}
