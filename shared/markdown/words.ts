import type { TextRange } from './parsed-note.ts';
import { firstRangeAfter, separates } from './visible-text.ts';

/** The size of a visible text. */
export interface TextMeasure {
  /** Runs without whitespace that contain a letter or a digit. */
  words: number;
  /**
   * Characters of scripts that are written without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar); they are not part of
   * words.
   */
  unspaced: number;
  /** Visible UTF-16 units, including whitespace. */
  length: number;
}

/** Measures what a reader sees of `start..end`; `hidden` as in `ParsedNote.hidden`. */
export function measureVisible(text: string, hidden: readonly TextRange[], start: number, end: number): TextMeasure {
  const count: WordCount = { words: 0, unspaced: 0, length: 0, inWord: false };
  let at = start;
  for (let index = firstRangeAfter(hidden, start); index < hidden.length; index++) {
    const range = hidden[index];
    if (range === undefined || range.start >= end) break;
    if (range.start > at) countInto(count, text, at, range.start);
    if (count.inWord && separates(text, range)) count.inWord = false;
    at = Math.max(at, range.end);
  }
  countInto(count, text, at, end);
  return count;
}

/** Whether words of this script are written without spaces between them. */
export function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9f) ||
    (code >= 0xd840 && code <= 0xd88d) ||
    code === 0x3005
  );
}

/** Whitespace as in `\s`. */
export function isBlank(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Punctuation outside ASCII, if it matters for where words and emphasis begin. */
export function isWidePunctuation(code: number): boolean {
  return (
    (code >= 0x2010 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x3040 && code !== 0x3005) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20) ||
    code === 0xab ||
    code === 0xbb ||
    code === 0xb7 ||
    code === 0xbf ||
    code === 0xa1
  );
}

interface WordCount extends TextMeasure {
  /** Whether the current run has been counted already. */
  inWord: boolean;
}

const UNKNOWN = 0;
const WORD = 1;
const BLANK = 2;
const UNSPACED = 3;
const OTHER = 4;
/** The kind of each UTF-16 unit that a text has had; all of them would take a start some 15 ms. */
const KINDS = new Uint8Array(1 << 16).fill(UNKNOWN);

function learnKind(code: number): number {
  return (KINDS[code] = kindOf(code));
}

/** The second half of a surrogate pair is not another word. */
function kindOf(code: number): number {
  if (isBlank(code)) return BLANK;
  if (isUnspaced(code)) return UNSPACED;
  if (code < 0x80)
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? WORD : OTHER;
  return isWidePunctuation(code) || (code & 0xfc00) === 0xdc00 ? OTHER : WORD;
}

function countInto(count: WordCount, text: string, start: number, end: number): void {
  if (end <= start) return;
  let { words, unspaced, inWord } = count;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = KINDS[code] || learnKind(code);
    if (kind === WORD) {
      if (!inWord) words++;
      inWord = true;
    } else if (kind === BLANK) inWord = false;
    else if (kind === UNSPACED) {
      unspaced++;
      inWord = false;
    }
  }
  count.length += end - start;
  count.words = words;
  count.unspaced = unspaced;
  count.inWord = inWord;
}
