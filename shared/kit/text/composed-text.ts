import type { Steps } from '../concurrency/slices.ts';

/** A text in NFC, and where its letters stand in the text itself. */
export interface ComposedText {
  text: string;
  /** The offset in the text itself; null within a letter. */
  original(offset: number): number | null;
}

const LETTERS_PER_STEP = 20_000;

/** A letter that may be another one in NFC: beyond ASCII, or with marks. Syllables of Hangul may be in parts. */
const LETTER =
  /(?:[\u1100-\u115f\ua960-\ua97f\uac00-\ud7a3][\u1160-\u11ff\ud7b0-\ud7ff]*|[\0-\x7f](?=\p{M})|[^\0-\x7f])\p{M}*/gu;

/** Composes a text letter by letter; null if that changes nothing. */
export function* composedText(source: string): Steps<ComposedText | null> {
  if (source === source.normalize('NFC')) return null;
  const changed: LetterChange[] = [];
  let text = '';
  let at = 0;
  let count = 0;
  for (const { 0: letter, index } of source.matchAll(LETTER)) {
    if (++count % LETTERS_PER_STEP === 0) yield;
    const composed = letter.normalize('NFC');
    if (composed === letter) continue;
    text += source.slice(at, index);
    changed.push({ start: text.length, end: text.length + composed.length, from: index, to: index + letter.length });
    text += composed;
    at = index + letter.length;
  }
  text += source.slice(at);
  return { text, original: (offset) => originalOf(changed, offset) };
}

/** A letter that is written otherwise: where it stands now, and where it stood. */
export interface LetterChange {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** Where an offset stood before these changes, which are in order; null within one. */
export function originalOf(changed: readonly LetterChange[], offset: number): number | null {
  let [low, high] = [0, changed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changed[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  // The last letter that begins before the offset.
  const last = changed[low - 1];
  if (last === undefined) return offset;
  return offset < last.end ? null : last.to + (offset - last.end);
}
