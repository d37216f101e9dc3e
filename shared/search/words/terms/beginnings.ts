import { MARK, classAt } from './characters.ts';
import { foldWord } from './fold.ts';
import type { WordTest } from './tokenizer.ts';

/** What a character of ASCII is, whatever its case: a letter, a digit, or, as 0, anything else. */
const PLACES = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase();
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character) + 1;
});
const ROW = 37;
const [LETTER_I = 0, LETTER_Y = 0] = [PLACES['i'.charCodeAt(0)], PLACES['y'.charCodeAt(0)]];
/** Of characters beyond ASCII, the first unit that folding makes of each; not known yet if 0. */
const firstUnits = new Uint16Array(0x10000);
/** For characters that fold to nothing, or stand for only half of one. */
const UNCLEAR = 0xffff;

/**
 * True for words that, by how they begin, can neither become one of these terms nor begin with one. Folding and
 * stemming keep the first two characters if they are of ASCII, except that `oys` becomes `oi` and `oing` `o`; of
 * others, the first one decides, as it is or folded. A capital within a word may begin another term.
 */
export function otherBeginnings(terms: readonly string[]): WordTest {
  // By the first character, then the second; for another second one, whether any term begins with the first.
  const begins = new Uint8Array(ROW * ROW);
  const beyondAscii = new Set<number>();
  for (const term of terms) {
    const row = placeAt(term, 0) * ROW;
    const second = placeAt(term, 1);
    if (row === 0) beyondAscii.add(term.charCodeAt(0));
    if (second === 0) begins.fill(1, row, row + ROW);
    else for (const place of second === LETTER_I ? [0, second, LETTER_Y] : [0, second]) begins[row + place] = 1;
  }
  const mayBegin = (text: string, at: number): boolean => {
    if (beyondAscii.has(text.charCodeAt(at))) return true;
    const folded = foldedAt(text, at);
    if (folded === UNCLEAR) return true;
    return folded < 0x80 ? begins[(PLACES[folded] as number) * ROW] === 1 : beyondAscii.has(folded);
  };
  return (text, start, end) => {
    const first = placeAt(text, start);
    if (first === 0) {
      if (mayBegin(text, start)) return false;
    } else {
      const second = start + 1 < end ? placeAt(text, start + 1) : 0;
      if (begins[first * ROW + second] === 1) return false;
    }
    for (let at = start + 1; at < end; at++) if (isCapital(text.charCodeAt(at))) return false;
    return true;
  };
}

/** {@link UNCLEAR} as well if a mark follows, which may change the character. */
function foldedAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (at + 1 < text.length && classAt(text, at + 1) === MARK) return UNCLEAR;
  const known = firstUnits[unit] as number;
  if (known !== 0) return known;
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  const folded = isHalf ? '' : foldWord(text.charAt(at));
  return (firstUnits[unit] = folded === '' ? UNCLEAR : folded.charCodeAt(0));
}

function placeAt(text: string, at: number): number {
  return PLACES[text.charCodeAt(at)] ?? 0;
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}
