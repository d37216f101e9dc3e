import { withAbbreviations } from './abbreviations.ts';
import { foldWord, stem } from './terms/fold.ts';
import { isStopWord } from './terms/stop-words.ts';
import { TokenScan } from './terms/tokenizer.ts';
import type { Tokenizer } from './terms/tokenizer.ts';

/** A word to look for. */
export interface QueryWord {
  term: string;
  /** If all words that begin with `term` are meant: the other stems of such words. */
  prefix: readonly string[] | null;
  /** Place in the query, in words; null for a compound as one word, and for `.net` next to `net`. */
  position: number | null;
  /**
   * Parts of a word such as `VaultSource` or `RFC2119`, or `C++` without its signs: looked for if no note has the
   * whole.
   */
  parts: readonly string[];
  /** An English function word. */
  stop: boolean;
  /** The index in `compounds` of the only compound it occurs in; null if it also occurs alone. */
  compound: number | null;
}

/** A run such as `drag-and-drop`: if its words occur together in some note, they count only together. */
export interface QueryCompound {
  words: readonly QueryWord[];
  /** The run as one word, which counts alike: `wi-fi` and `wifi`, `3,210` and `3210`. */
  whole: QueryWord | null;
  /** What may be in place of the first word: `1` of `v1.2.3`, and the other way round. */
  first: QueryWord | null;
}

/** A last word with nothing behind it: where it is in the query, in words, and as it is written. */
export interface OpenEnd {
  position: number;
  written: string;
}

/** Empty if the query has no word. */
export interface ParsedQuery {
  /** What ranks notes, words of compounds included; any one is enough. In order of position. */
  words: readonly QueryWord[];
  compounds: readonly QueryCompound[];
  /** Words in quotation marks: a note must have them together, in this order. */
  quoted: readonly (readonly QueryWord[])[];
  /** What ends the query and may be the beginning of a longer word; null if that is in quotation marks or has a star. */
  open: OpenEnd | null;
}

/** In UTF-16 units; the rest of a longer query is ignored. */
const MAX_QUERY_LENGTH = 4096;
const MAX_WORDS = 64;
const PIECES = /["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d\u201e]|[^\s"\u201c\u201d\u201e]+/g;
const PHRASE_MARKS = /[-:/()\u05f4]|\p{Nd}[.,]\p{Nd}/u;
/** A star at the end of a word, perhaps with a bracket or punctuation after it. */
const TRAILING_STAR = /^[^*]*[\p{L}\p{N}]\p{M}*\*[,.;:!?)\]}]*$/u;
/** Neither a blank nor punctuation says that the last word is finished. */
const ENDS_OPEN = /[\p{L}\p{N}]\p{M}*$/u;
/** Signs between words, as in `Settings → Editor`: like a stop word, they count only if there is nothing else. */
const OPERATOR = /^[\p{Sm}\p{Sc}\u2190-\u21ff]/u;
const NUMBER = /^v?\d+(?:[.,]\d+)+$/i;
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
const VERSION = /^\d+(?:\.\d+){2,}$/;
const LETTERS_AND_NUMBER = /^(\p{Lu}{2,}|\p{Lu}?\p{Ll}{2,})(\p{Nd}{2,})$/u;
/** Endings that Porter's algorithm removes: the stem of a word can be shorter than its typed beginning. */
const ENDINGS = [
  '',
  's',
  'e',
  'es',
  'ed',
  'er',
  'ing',
  'ation',
  'ion',
  'ment',
  'ness',
  'ly',
  'able',
  'al',
  'ity',
  'ive',
  'ize',
  'ization',
  'ator',
  'ative',
  'ability',
  'ibility',
  'ance',
  'ant',
  'ful',
  'ous',
  'ism',
];

/**
 * Reads a query: words, "quoted phrases", runs with `-`, `:`, `/` or parentheses, numbers such as `3,210` or `v1.2.3`
 * and Hebrew abbreviations as compounds, and a trailing `*` for all words that begin like this. `C++` and `C#` mean that
 * alone, and a symbol is a word.
 * `words` has English stop words only if there is nothing else. Never throws.
 */
export function parseQuery(text: string, tokenizer: Tokenizer): ParsedQuery {
  const words: QueryWord[] = [];
  const compounds: QueryCompound[] = [];
  const quoted: QueryWord[][] = [];
  let position = 0;
  let open: OpenEnd | null = null;
  for (const { written, quoted: phrase } of piecesOf(text)) {
    const piece = readPiece(phrase ?? written, position, MAX_WORDS - words.length, tokenizer);
    if (piece.words.length === 0) continue;
    position = piece.end;
    open = phrase === undefined ? piece.open : null;
    const compound = phrase === undefined && isCompound(written, piece) ? compounds.length : null;
    const more = [...(piece.whole === null ? [] : [piece.whole]), ...piece.dotted];
    words.push(...piece.words.map((word) => ({ ...word, compound })));
    words.push(...more.map((word) => ({ ...word, position: null, compound })));
    if (compound !== null) compounds.push(piece);
    if (phrase !== undefined) quoted.push([...piece.words, ...piece.dotted]);
  }
  const meaningful = words.filter((word) => !word.stop);
  return {
    words: distinct(meaningful.length > 0 ? meaningful : words),
    compounds,
    quoted,
    open: ENDS_OPEN.test(text) ? open : null,
  };
}

/** What is between blanks in a query, or between quotation marks. */
export interface QueryPiece {
  /** With its quotation marks. */
  written: string;
  /** What is between them; absent without them. */
  quoted?: string;
}

export function piecesOf(query: string): QueryPiece[] {
  return Array.from(withAbbreviations(query.slice(0, MAX_QUERY_LENGTH)).matchAll(PIECES), ([written, quoted]) =>
    quoted === undefined ? { written } : { written, quoted },
  );
}

/** Whether a query has words in quotation marks. */
export function hasQuotedWords(query: string): boolean {
  return piecesOf(query).some(({ quoted }) => quoted !== undefined && /[\p{L}\p{N}]/u.test(quoted));
}

/** Equal for words that find the same. */
export function wordKey(word: Pick<QueryWord, 'term' | 'prefix'>): string {
  return word.prefix === null ? word.term : `${word.term}*`;
}

interface Piece extends QueryCompound {
  words: QueryWord[];
  /** Words that have a full stop before them, with it. */
  dotted: readonly QueryWord[];
  open: OpenEnd | null;
  end: number;
}

function isCompound(run: string, piece: Piece): boolean {
  return (
    piece.words.length > 1 && PHRASE_MARKS.test(run) && (piece.whole !== null || piece.words.some((word) => !word.stop))
  );
}

/** Reads up to `limit` words. */
function readPiece(text: string, position: number, limit: number, tokenizer: Tokenizer): Piece {
  const words: (QueryWord & { start: number; end: number })[] = [];
  const wholes: typeof words = [];
  const dotted: typeof words = [];
  let afterPair = false;
  const starred = TRAILING_STAR.test(text);
  const scan = new TokenScan(tokenizer, text, { position });
  scan.run(text.length, (term, at, start, end, kind) => {
    const word = { term, prefix: null, position: at, parts: [], stop: false, compound: null, start, end };
    const last = words.at(-1);
    if (kind === 'whole') wholes.push({ ...word, position: null });
    else if (kind === 'part' && last !== undefined) words[words.length - 1] = { ...last, parts: [...last.parts, term] };
    else if (kind === 'tail' && !afterPair) words.push({ ...word, prefix: [] });
    else if (kind === 'signed' && last?.start === start)
      words[words.length - 1] = { ...last, term, parts: [last.term, ...last.parts], stop: false };
    else if (kind === 'signed') dotted.push(word);
    else if (kind === 'symbol') words.push({ ...word, stop: OPERATOR.test(term) });
    else if (kind === 'word') {
      const written = text.slice(start, end);
      words.push({ ...word, parts: lettersAndNumber(written, tokenizer), stop: isStopWord(written) });
    } else if (kind === 'pair') words.push(word);
    afterPair = kind === 'pair';
  });
  const lastDotted = dotted.at(-1);
  // Of `.net*`, only what begins with the full stop is meant.
  if (starred && lastDotted !== undefined && lastDotted.end === words.at(-1)?.end)
    words.splice(-1, 1, ...dotted.splice(-1));
  const last = words.at(-1);
  if (last !== undefined && starred)
    words[words.length - 1] = { ...last, ...asPrefix(last, text.slice(last.start, last.end)) };
  const whole = wholes.find(({ start, end }) => start === words[0]?.start && end === last?.end) ?? null;
  const number = text.slice(words[0]?.start, last?.end);
  return {
    words: words.slice(0, Math.max(0, limit)),
    ...(NUMBER.test(number) ? asNumber(number, words[0]) : { whole, first: null }),
    ...(starred ? { whole: null } : {}),
    dotted: words.length <= limit ? dotted : [],
    open: starred || last === undefined ? null : openEnd(last, text.slice(last.start, last.end)),
    end: scan.position,
  };
}

function openEnd({ position }: QueryWord, written: string): OpenEnd | null {
  return position === null ? null : { position, written };
}

/** `1.5` is not `15`, but `3.210` may be `3210`. A version may have a `v` before it or not. */
function asNumber(number: string, first: QueryWord | undefined): Pick<QueryCompound, 'whole' | 'first'> {
  if (first === undefined) return { whole: null, first: null };
  const { term } = first;
  const whole = GROUPED.test(number) ? { ...first, term: number.replace(/\D/gu, ''), position: null } : null;
  const other = term.startsWith('v') ? term.slice(1) : VERSION.test(number) ? `v${term}` : null;
  return { whole, first: other === null ? null : { ...first, term: other } };
}

/** `rfc` and `2119` of `RFC2119`, which notes may have with a blank between them. */
function lettersAndNumber(written: string, tokenizer: Tokenizer): string[] {
  const [, letters, number] = LETTERS_AND_NUMBER.exec(written) ?? [];
  return letters === undefined || number === undefined ? [] : tokenizer.terms(`${letters} ${number}`);
}

/** The word as the beginning of one, of which this much is written. */
export function asPrefix(word: QueryWord, written: string): QueryWord {
  if (word.prefix !== null) return word;
  const beginning = foldWord(written);
  const stems = new Set(possibleWords(beginning).map((possible) => stem(possible)));
  return {
    ...word,
    term: beginning,
    prefix: [...stems].filter((form) => !form.startsWith(beginning)),
    parts: [],
    stop: false,
  };
}

/** The word as typed so far with each ending, of which it may have the first letters already: `meeti` with `ng`. */
function possibleWords(beginning: string): string[] {
  return ENDINGS.flatMap((ending) => {
    const words = [beginning + ending];
    for (let typed = 1; typed < ending.length; typed++)
      if (beginning.endsWith(ending.slice(0, typed))) words.push(beginning + ending.slice(typed));
    return words;
  });
}

/** Each word once, outside of compounds if it occurs outside of them. */
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
