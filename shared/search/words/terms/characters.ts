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

const WORD = /[\p{L}\p{N}]/u;
const JOINING = /[\p{M}\p{Cf}]/u;
const DENSE_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const CONNECTORS = "-_.'\u2010\u2011\u2019";

const classes = new Uint8Array(0x10000);
const pairClasses = new Map<number, number>();

/** The class of the character at `offset`, which may be either half of a surrogate pair. */
export function classAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const known = classes[unit] as number;
  if (known !== 0 && known !== HIGH_SURROGATE) return known;
  return known === 0 ? learn(text, offset, unit) : classOfPair(text, offset);
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
  if (!WORD.test(character)) return SEPARATOR;
  return DENSE_SCRIPT.test(character) ? DENSE : LETTER;
}
