import type { Steps } from '../../kit/concurrency/slices.ts';
import { lineEndsIn } from '../../kit/text/line-ends.ts';
import type { TextRange } from '../../markdown/parsed-note.ts';
import { namePattern } from './name-pattern.ts';

/** A name in a text: where it begins, in UTF-16 units, how long it is there, and its line, from 1. */
export interface NamePlace {
  start: number;
  length: number;
  line: number;
}

const MATCHES_A_STEP = 64;

/**
 * Finds a text's lines with one of the names, in any letter case and Unicode form, as words of their own: the first
 * place of each line.
 */
export function placesOfNames(
  names: readonly string[],
): (text: string, from: number, except: readonly TextRange[], most: number) => Steps<NamePlace[]> {
  const pattern = namePattern(names);
  return function* (text, from, except, most) {
    const places: NamePlace[] = [];
    const isExcepted = within(except);
    let line = 1 + lineEndsIn(text, 0, from);
    let counted = from;
    pattern.lastIndex = from;
    for (let done = 1, match = pattern.exec(text); match !== null && places.length < most; match = pattern.exec(text)) {
      if (done++ % MATCHES_A_STEP === 0) yield;
      if (isExcepted(match.index)) continue;
      line += lineEndsIn(text, counted, match.index);
      counted = match.index;
      if (places.at(-1)?.line !== line) places.push({ start: match.index, length: match[0].length, line });
    }
    return places;
  };
}

/** Tells of offsets, asked for in order, whether they are in one of the ranges. */
function within(ranges: readonly TextRange[]): (offset: number) => boolean {
  const inOrder = [...ranges].sort((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return (offset) => {
    for (; (inOrder[next]?.start ?? Infinity) <= offset; next++) end = Math.max(end, inOrder[next]?.end ?? 0);
    return offset < end;
  };
}
