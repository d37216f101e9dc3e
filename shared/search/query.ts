import { foldWord, stem } from './fold.ts';
import { isStopWord } from './stop-words.ts';
import { TokenScan } from './tokenizer.ts';
import type { Tokenizer } from './tokenizer.ts';

/** One word to look for. */
export interface QueryWord {
  term: string;
  /** Not null where all words that begin with `term` are meant: the other stems that such words may have. */
  prefix: readonly string[] | null;
  /** Place in the query, counted in words; null for a compound taken as one word. */
  position: number | null;
  /** Written as one word of several (`VaultSource`): what to look for where the whole is found nowhere. */
  parts: readonly string[];
}

/** Words that must stand together, in this order and at these distances. */
export interface QueryPhrase {
  words: readonly QueryWord[];
  /** The compound as one word, which is as good as the phrase: `wi-fi` and `wifi`. */
  whole: QueryWord | null;
  /** In quotation marks: a note without it is never returned. */
  quoted: boolean;
}

/** What a query asks for. Nothing at all when it holds no word. */
export interface ParsedQuery {
  /** What notes are ranked by; any one of them is enough. */
  words: readonly QueryWord[];
  /** What notes must hold. */
  phrases: readonly QueryPhrase[];
}

/** A longer query is read up to here, in UTF-16 units. */
const MAX_QUERY_LENGTH = 4096;
const MAX_WORDS = 64;
const PIECES = /["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d\u201e]|[^\s"\u201c\u201d\u201e]+/g;
const PHRASE_MARKS = /[-:/()]/;
const TRAILING_STAR = /^[^*]*[\p{L}\p{M}\p{N}]\*$/u;
/** Endings that Porter's algorithm takes off, so that the stem of a word can be shorter than its typed beginning. */
const ENDINGS = ['', 's', 'e', 'es', 'ed', 'er', 'ing', 'ation', 'ion', 'ment', 'ness', 'ly', 'able', 'al', 'ity', 'ive', 'ize', 'ization'];

/**
 * Reads a query: words, "quoted phrases", runs with `-`, `:`, `/` or parentheses as phrases of their own, and a trailing
 * `*` for words that begin so. English stop words are left out of `words` when others remain. Never throws.
 */
export function parseQuery(text: string, tokenizer: Tokenizer): ParsedQuery {
  const words: ReadWord[] = [];
  const phrases: QueryPhrase[] = [];
  let position = 0;
  for (const [run, quoted] of text.slice(0, MAX_QUERY_LENGTH).matchAll(PIECES)) {
    const piece = readPiece(quoted ?? run, position, tokenizer);
    if (words.length + piece.words.length > MAX_WORDS) break;
    words.push(...piece.words);
    if (quoted !== undefined && piece.words.length > 0) phrases.push({ words: piece.words, whole: null, quoted: true });
    else if (piece.words.length > 1 && PHRASE_MARKS.test(run)) phrases.push({ words: piece.words, whole: piece.whole, quoted: false });
    if (piece.whole !== null) words.push(piece.whole);
    position = piece.end;
  }
  const meaningful = words.filter((word) => !word.stop);
  return { words: distinct(meaningful.length > 0 ? meaningful : words), phrases };
}

interface ReadWord extends QueryWord {
  stop: boolean;
}

interface Piece {
  words: ReadWord[];
  /** The compound as one word, where the whole piece is one. */
  whole: ReadWord | null;
  /** The position after the piece. */
  end: number;
}

function readPiece(text: string, position: number, tokenizer: Tokenizer): Piece {
  const words: ReadWord[] = [];
  let whole: ReadWord | null = null;
  let afterPair = false;
  let lastWord = '';
  const starred = TRAILING_STAR.test(text);
  const scan = new TokenScan(tokenizer, text, position);
  scan.run(text.length, (term, at, start, end, kind) => {
    const written = text.slice(start, end);
    if (kind === 'part') appendPart(words, term);
    else if (kind === 'whole') whole = { term, prefix: null, position: null, parts: [], stop: false };
    else if (kind !== 'tail' || !afterPair) {
      words.push({ term, prefix: kind === 'tail' ? [] : null, position: at, parts: [], stop: isStopWord(written) });
      lastWord = written;
    }
    afterPair = kind === 'pair';
  });
  const last = words.pop();
  if (last !== undefined) words.push(starred ? asPrefix(last, lastWord) : last);
  return { words, whole: starred ? null : whole, end: scan.position };
}

function appendPart(words: ReadWord[], part: string): void {
  const last = words.pop();
  if (last !== undefined) words.push({ ...last, parts: [...last.parts, part] });
}

function asPrefix(word: ReadWord, written: string): ReadWord {
  if (word.prefix !== null) return word;
  const beginning = foldWord(written);
  const stems = new Set(ENDINGS.map((ending) => stem(beginning + ending)));
  return { ...word, term: beginning, prefix: [...stems].filter((form) => !form.startsWith(beginning)), parts: [], stop: false };
}

function distinct(words: readonly QueryWord[]): QueryWord[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = wordKey(word);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Equal for words that find the same. */
export function wordKey(word: Pick<QueryWord, 'term' | 'prefix'>): string {
  return word.prefix === null ? word.term : `${word.term}*`;
}
