/** What a UTF-16 code unit means to the tokenizer. */
export const SEPARATOR = 1;
/** A letter or digit of a script with spaces. */
export const LETTER = 2;
/** A letter of a script without spaces, or (Hangul) with particles attached: indexed as pairs. */
export const DENSE = 3;
/** A combining mark, joiner or soft hyphen: part of the preceding character. */
export const MARK = 4;
/** May tie two words into one: hyphens, underscore, full stop, apostrophes. */
export const CONNECTOR = 5;
/** The first half of a surrogate pair; see `classOfPair`. */
const HIGH_SURROGATE = 6;
/** An emoji, arrow, currency or other symbol beyond ASCII: a term of its own. */
export const SYMBOL = 7;
/** `+` and `#`, which separate words, but may end a name: C++, C#. */
export const SIGN = 8;

const WORD = /[\p{L}\p{N}]/u;
const JOINING = /[\p{M}\p{Cf}]/u;
const DENSE_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** No drawn lines and blocks, whose only meaning is their look; no full-width forms of ASCII, as in Japanese text. */
const SYMBOLS =
  /(?![\p{Sk}\p{ASCII}\u2500-\u259f\u2800-\u28ff\uff00-\uff5e\ufffc\ufffd])[\p{S}\p{Extended_Pictographic}]/u;
const SIGNS = '+#';
const CONNECTORS = "-_.'\u02bc\u2010\u2011\u2019";

const classes = new Uint8Array(0x10000);
const pairClasses = new Map<number, number>();

/** The class of the character at `offset`, which may be either half of a surrogate pair. */
export function classAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const known = classes[unit] as number;
  if (known !== 0 && known !== HIGH_SURROGATE) return known;
  return known === 0 ? learn(text, offset, unit) : classOfPair(text, offset);
}

/**
 * Where the symbol that begins at `start` ends: with its joined symbols (a family), its skin tone and marks; two
 * regional indicators are one flag.
 */
export function symbolEnd(text: string, start: number): number {
  let end = start + widthAt(text, start);
  if (isIndicator(text, start) && isIndicator(text, end)) end += 2;
  while (end < text.length && end - start < MOST_OF_SYMBOL) {
    const isJoined = text.charCodeAt(end - 1) === JOINER && classAt(text, end) === SYMBOL;
    if (!isJoined && classAt(text, end) !== MARK && !isSkinTone(text, end)) break;
    end += widthAt(text, end);
  }
  return end;
}

/** UTF-16 units of the character at `offset`: 2 for a surrogate pair, else 1. */
export function widthAt(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

function learn(text: string, offset: number, unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdbff) {
    classes[unit] = HIGH_SURROGATE;
    return classOfPair(text, offset);
  }
  const found = classify(String.fromCharCode(unit));
  classes[unit] = found;
  return found;
}

function classOfPair(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset) ?? 0;
  const known = pairClasses.get(codePoint);
  if (known !== undefined) return known;
  const found = codePoint > 0xffff ? classify(String.fromCodePoint(codePoint)) : SEPARATOR;
  pairClasses.set(codePoint, found);
  return found;
}

function classify(character: string): number {
  if (CONNECTORS.includes(character)) return CONNECTOR;
  if (JOINING.test(character)) return MARK;
  if (SYMBOLS.test(character)) return SYMBOL;
  if (SIGNS.includes(character)) return SIGN;
  if (!WORD.test(character)) return SEPARATOR;
  return DENSE_SCRIPT.test(character) ? DENSE : LETTER;
}

const JOINER = 0x200d;
/** In UTF-16 units; the longest emoji have about half as many. */
const MOST_OF_SYMBOL = 64;

function isIndicator(text: string, offset: number): boolean {
  const codePoint = text.codePointAt(offset) ?? 0;
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

function isSkinTone(text: string, offset: number): boolean {
  const codePoint = text.codePointAt(offset) ?? 0;
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}
