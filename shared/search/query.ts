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
  /** An English word without meaning of its own. */
  stop: boolean;
  /** The compound that it is part of, if it stands in the query only there: an index of `compounds`. */
  compound: number | null;
}

/** A run such as `drag-and-drop`: its words count only where they stand together, as long as they do so in any note. */
export interface QueryCompound {
  words: readonly QueryWord[];
  /** The run as one word, which is as good: `wi-fi` and `wifi`. */
  whole: QueryWord | null;
}

/** What a query asks for. Nothing at all when it holds no word. */
export interface ParsedQuery {
  /** What notes are ranked by, those of compounds included; any one of them is enough. In order of position. */
  words: readonly QueryWord[];
  compounds: readonly QueryCompound[];
  /** Words in quotation marks: a note is left out unless it has them together, in this order. */
  quoted: readonly (readonly QueryWord[])[];
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
 * Reads a query: words, "quoted phrases", runs with `-`, `:`, `/` or parentheses as compounds, and a trailing `*` for all
 * words that begin so. English stop words are left out of `words` when others remain. Never throws.
 */
export function parseQuery(text: string, tokenizer: Tokenizer): ParsedQuery {
  const words: QueryWord[] = [];
  const compounds: QueryCompound[] = [];
  const quoted: QueryWord[][] = [];
  let position = 0;
  for (const [run, phrase] of text.slice(0, MAX_QUERY_LENGTH).matchAll(PIECES)) {
    const piece = readPiece(phrase ?? run, position, tokenizer);
    if (words.length + piece.words.length > MAX_WORDS) break;
    position = piece.end;
    const compound = phrase === undefined && isCompound(run, piece) ? compounds.length : null;
    words.push(...[...piece.words, ...(piece.whole === null ? [] : [piece.whole])].map((word) => ({ ...word, compound })));
    if (compound !== null) compounds.push(piece);
    if (phrase !== undefined && piece.words.length > 0) quoted.push(piece.words);
  }
  const meaningful = words.filter((word) => !word.stop);
  return { words: distinct(meaningful.length > 0 ? meaningful : words), compounds, quoted };
}

/** Equal for words that find the same. */
export function wordKey(word: Pick<QueryWord, 'term' | 'prefix'>): string {
  return word.prefix === null ? word.term : `${word.term}*`;
}

interface Piece extends QueryCompound {
  words: QueryWord[];
  /** The position after the piece. */
  end: number;
}

function isCompound(run: string, piece: Piece): boolean {
  return piece.words.length > 1 && PHRASE_MARKS.test(run) && (piece.whole !== null || piece.words.some((word) => !word.stop));
}

function readPiece(text: string, position: number, tokenizer: Tokenizer): Piece {
  const words: QueryWord[] = [];
  let whole: QueryWord | null = null;
  let afterPair = false;
  let lastWord = '';
  const starred = TRAILING_STAR.test(text);
  const scan = new TokenScan(tokenizer, text, position);
  scan.run(text.length, (term, at, start, end, kind) => {
    const written = text.slice(start, end);
    if (kind === 'part') appendPart(words, term);
    else if (kind === 'whole') whole = { term, prefix: null, position: null, parts: [], stop: false, compound: null };
    else if (kind !== 'tail' || !afterPair) {
      words.push({ term, prefix: kind === 'tail' ? [] : null, position: at, parts: [], stop: isStopWord(written), compound: null });
      lastWord = written;
    }
    afterPair = kind === 'pair';
  });
  const last = words.pop();
  if (last !== undefined) words.push(starred ? asPrefix(last, lastWord) : last);
  return { words, whole: starred ? null : whole, end: scan.position };
}

function appendPart(words: QueryWord[], part: string): void {
  const last = words.pop();
  if (last !== undefined) words.push({ ...last, parts: [...last.parts, part] });
}

function asPrefix(word: QueryWord, written: string): QueryWord {
  if (word.prefix !== null) return word;
  const beginning = foldWord(written);
  const stems = new Set(ENDINGS.map((ending) => stem(beginning + ending)));
  return { ...word, term: beginning, prefix: [...stems].filter((form) => !form.startsWith(beginning)), parts: [], stop: false };
}

/** Keeps each word once, as a loose one if it is that anywhere. */
function distinct(words: readonly QueryWord[]): QueryWord[] {
  const kept = new Map<string, QueryWord>();
  for (const word of words) {
    const key = wordKey(word);
    const known = kept.get(key);
    if (known === undefined) kept.set(key, word);
    else if (known.compound !== null && word.compound === null) kept.set(key, { ...known, compound: null });
  }
  return [...kept.values()];
}
