import { widthAt } from './characters.ts';
import { foldDense } from './fold.ts';

/**
 * Where the parts of a run in a script without spaces are in it as written, by their UTF-16 offsets in its folded form.
 */
export interface FoldedPlaces {
  startOf(offset: number): number;
  endOf(offset: number): number;
}

/** If folding makes two letters of one, all of it is the place of either. */
export function foldedPlaces(raw: string, folded: string): FoldedPlaces {
  if (raw === folded) return SAME;
  const starts = new Uint32Array(folded.length + 1);
  const ends = new Uint32Array(folded.length + 1);
  let at = 0;
  for (let start = 0, end = 0; start < raw.length; start = end) {
    end = letterEnd(raw, start);
    for (const last = at + foldedLength(raw, start, end); at < last; at += 1) {
      starts[at] = start;
      ends[at + 1] = end;
    }
  }
  starts[at] = raw.length;
  return { startOf: (offset) => starts[offset] as number, endOf: (offset) => ends[offset] as number };
}

const SAME: FoldedPlaces = { startOf: (offset) => offset, endOf: (offset) => offset };

/** Where the letter that begins at `start` ends, with all that folding may join to it. */
export function letterEnd(text: string, start: number): number {
  let end = start + widthAt(text, start);
  while (end < text.length && kindAt(text, end) !== BEGINS) end += widthAt(text, end);
  return end;
}

const BEGINS = 1;
/** A mark that keeps the number of characters. */
const MARKS = 2;
/** May become one character with what is before it. */
const COMPOSES = 3;
/** The voice marks of kana, a vowel of Burmese, and, in any width, the vowels and final consonants of Hangul. */
const COMPOSING =
  /\u3099|\u309a|\u102e|[\uff9e\uff9f\u1161-\u1175\u11a8-\u11c2\u3133\u3135\u3136\u313a-\u3140\u314f-\u3163\uffa3\uffa5\uffa6\uffaa-\uffb0\uffc2-\uffdc]/u;
const MARK = /[\p{M}\p{Cf}]/u;

/** By UTF-16 unit, once asked for: what it is, and how long it is if folded. */
const kinds = new Uint8Array(0x10000);
const lengths = new Uint8Array(0x10000);

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] as number;
  if (known !== 0) return known;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const kind = COMPOSING.test(character) ? COMPOSES : MARK.test(character) ? MARKS : BEGINS;
  if (character.length === 1) kinds[unit] = kind;
  return kind;
}

function foldedLength(text: string, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    if (isHalf || (at > start && kindAt(text, at) === COMPOSES)) return foldDense(text.slice(start, end)).length;
    length += lengths[unit] ||= foldDense(text.charAt(at)).length;
  }
  return length;
}
