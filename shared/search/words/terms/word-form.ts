import { SYMBOL, classAt } from './characters.ts';
import { MAX_TERM_LENGTH, foldSymbol, foldWord, stem } from './fold.ts';

/** A word's term; for `VaultSource`, that of the whole, then those of its parts; null for a word that leaves none. */
export type WordForm<T = string> = T | readonly [whole: T, ...parts: T[]] | null;

const CAMEL_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]|[^A-Za-z]+/g;
const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z](?!$)/;
const DOT = 0x2e;
const TIES = /[-_.'\u02bc\u2010\u2011\u2019]/g;

/** The form of a word, a compound, a word with its signs, or a symbol, as written. */
export function makeForm(word: string): WordForm {
  const first = word.charCodeAt(0);
  if (first === DOT) return foldWord(word);
  if (first > 0x7f && classAt(word, 0) === SYMBOL) return foldSymbol(word);
  const plain = word.replace(TIES, '');
  const whole = stem(foldWord(plain));
  if (whole === '') return null;
  if (plain !== word || !CAMEL.test(word) || word.length > MAX_TERM_LENGTH) return whole;
  const parts = word.match(CAMEL_PARTS) ?? [];
  if (parts.length < 2 || parts.some((part) => part.length < 2)) return whole;
  return [whole, ...new Set(parts.map((part) => stem(foldWord(part))).filter((term) => term !== ''))];
}

/** Whether it has parts. */
export function hasParts<T>(form: T | readonly [whole: T, ...parts: T[]]): form is readonly [whole: T, ...parts: T[]] {
  return Array.isArray(form);
}
