import { stemmer } from 'stemmer';
import { cutTo } from '../../../kit/text/shorten.ts';

/** In UTF-16 units. Longer terms (keys, base64) are cut, in the index and in queries. */
export const MAX_TERM_LENGTH = 64;

const BEYOND_ASCII = /[^!-~]/;
const NON_ASCII = /\P{ASCII}/u;
const ENGLISH = /^[a-z]{3,}$/;
const LATIN_MARKS = /[\u0300-\u036f]/;
/** Among them the dot below of Hindi (nukta), which many leave out. */
const ALWAYS_DROPPED = /[\p{Cf}\u0640]|\u093c|(?=\p{M})[\p{scx=Arabic}\p{scx=Hebrew}]/u;
const CYRILLIC = /[\u0400-\u052f]/;

/** Letters that decomposition does not change, but people type without the stroke or hook. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['\u0901', '\u0902'],
]);

/**
 * A word in the form in which it is compared: compatibility form, lower case, ASCII digits, no diacritics in Latin,
 * Greek, Hebrew and Arabic, no nukta in Hindi (in Cyrillic, й and ї are separate letters). Never depends on the locale.
 */
export function foldWord(word: string): string {
  const capped = word.length > MAX_TERM_LENGTH ? cutTo(word, MAX_TERM_LENGTH) : word;
  return BEYOND_ASCII.test(capped) ? foldUnicode(capped) : capped.toLowerCase();
}

/** A text with its words as {@link foldWord} compares them, in full. */
export function foldText(text: string): string {
  return NON_ASCII.test(text) ? foldUnicode(text) : text.toLowerCase();
}

/** Porter's stem (1980) of a folded English or other plain Latin word; any other word unchanged. */
export function stem(folded: string): string {
  return ENGLISH.test(folded) ? stemmer(folded) : folded;
}

/**
 * The compatibility form of a run in a script without spaces, with its vowel and tone marks, which carry meaning, and
 * without what is not seen: blanks without width between words, and which variant of a Chinese character is meant.
 */
export function foldDense(run: string): string {
  return run.replace(UNSEEN, '').normalize('NFKC').toLowerCase();
}

const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * A symbol without what only changes its look: ❤ for ❤️, 👍 for 👍🏽. Its other marks and joiners make another symbol of
 * it.
 */
export function foldSymbol(symbol: string): string {
  const plain = symbol.replace(LOOKS, '');
  return FULL_WIDTH.test(plain) ? plain.normalize('NFKC') : cutTo(plain, MAX_TERM_LENGTH);
}

const LOOKS = /[\p{Variation_Selector}\p{Emoji_Modifier}]/gu;
const FULL_WIDTH = /[\uffe0-\uffe6]/;

function foldUnicode(word: string): string {
  let folded = '';
  let base = '';
  for (const character of word.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (LATIN_MARKS.test(character)) {
      if (isOwnLetter(base, character)) folded += character;
    } else if (!ALWAYS_DROPPED.test(character)) {
      base = character;
      folded += SPELLED_OUT.get(character) ?? asciiDigit(character) ?? character;
    }
  }
  return folded.normalize('NFC');
}

function isOwnLetter(base: string, mark: string): boolean {
  if (!CYRILLIC.test(base)) return false;
  return mark === '\u0306' || (mark === '\u0308' && base !== 'е');
}

function asciiDigit(character: string): string | undefined {
  const code = character.charCodeAt(0);
  for (const zero of [0x0660, 0x06f0, 0x0966, 0x09e6]) {
    if (code >= zero && code <= zero + 9) return String(code - zero);
  }
  return undefined;
}
