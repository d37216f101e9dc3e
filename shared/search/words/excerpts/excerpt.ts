import { laidOut } from './laid-out.ts';
import { parseQuery } from '../query.ts';
import { otherBeginnings } from '../terms/beginnings.ts';
import { Tokenizer, TokenScan, type WordTest } from '../terms/tokenizer.ts';

/** In UTF-16 units; the rest of a longer text is ignored. */
const MAX_TEXT_LENGTH = 16_384;
const MAX_LENGTH = 240;
const ELLIPSIS = '…';
/** Replaces the space in a task's box, where an excerpt must not be cut. */
const UNBROKEN = '\u0002';

const tokenizer = new Tokenizer();

/** Gives the part of a text to show, at most `maxLength` UTF-16 units. */
export type ExcerptOf = (chunkText: string, maxLength?: number) => string;

/** A chunk's text, read for the words of a query. */
export interface Passage {
  /** Those it has. */
  words: ReadonlySet<string>;
  /**
   * The line with most of them, counted from 0 in the note from where the chunk begins; of several the first. Null if it
   * has none.
   */
  best: { line: number; words: number } | null;
  /**
   * The window with most of them, or else the beginning. Ellipses count in the length, words stay whole if possible,
   * whitespace is collapsed, and marked boxes of tasks (see text-marks.ts) are shown.
   */
  excerpt: (maxLength?: number) => string;
}

/** Reads chunks' texts, marked as in text-marks.ts, for the words of a query; of a very long text, its beginning. */
export function passagesFor(query: string): (chunkText: string) => Passage {
  const wanted = wantedBy(query);
  return (chunkText) => {
    const isCut = chunkText.length > MAX_TEXT_LENGTH;
    const { text, lineStarts } = laidOut(isCut ? chunkText.slice(0, MAX_TEXT_LENGTH) : chunkText, UNBROKEN);
    const matches = findMatches(text, wanted);
    return {
      words: new Set(matches.map(({ term }) => term)),
      best: lineOfMost(matches, lineStarts),
      excerpt: (maxLength = MAX_LENGTH) => excerptOf(text, isCut, matches, maxLength).replaceAll(UNBROKEN, ' '),
    };
  };
}

/** Excerpts around the words of a query; see {@link Passage}. */
export function excerptsFor(query: string): ExcerptOf {
  const passageOf = passagesFor(query);
  return (chunkText, maxLength) => passageOf(chunkText).excerpt(maxLength);
}

/** The words of a query found in a text; of a very long one, in its beginning. */
export function wordsFoundBy(query: string): (text: string) => ReadonlySet<string> {
  const wanted = wantedBy(query);
  return (text) => new Set(findMatches(text.slice(0, MAX_TEXT_LENGTH), wanted).map(({ term }) => term));
}

function excerptOf(text: string, isCut: boolean, matches: readonly Match[], maxLength: number): string {
  if (text.length <= maxLength && !isCut) return text;
  const room = maxLength - 2 * ELLIPSIS.length;
  if (room <= 0) return '';
  const window = bestWindow(matches, room);
  const spare = room - (window.end - window.start);
  const start = wordStart(text, Math.max(0, Math.min(window.start - (spare >>> 2), text.length - room)), window.start);
  const end = wordEnd(text, Math.min(text.length, start + room), Math.min(window.end, start + room));
  const before = start > 0 ? ELLIPSIS : '';
  const after = end < text.length || isCut ? ELLIPSIS : '';
  return before + text.slice(start, end).trim() + after;
}

function lineOfMost(matches: readonly Match[], lineStarts: readonly number[]): Passage['best'] {
  let best: Passage['best'] = null;
  let line = 0;
  const inLine = new Set<string>();
  for (const { term, start } of matches) {
    if (start >= (lineStarts[line] ?? Infinity)) inLine.clear();
    while (start >= (lineStarts[line] ?? Infinity)) line++;
    inLine.add(term);
    if (inLine.size > (best?.words ?? 0)) best = { line, words: inLine.size };
  }
  return best;
}

export interface Match {
  term: string;
  start: number;
  end: number;
}

/** What matches: the terms, and what begins with a prefix. */
export interface Wanted {
  terms: ReadonlySet<string>;
  prefixes: readonly string[];
  /** By a term such as `c++`: what counts in its place in texts without it. */
  instead: ReadonlyMap<string, readonly string[]>;
  /** Holds for words that are surely none of these. */
  skips: WordTest;
}

/** The last query asked about: all parts of an answer ask about the same. */
let last: { query: string; wanted: Wanted } | null = null;

/** The terms of a query. */
export function wantedBy(query: string): Wanted {
  if (last?.query === query) return last.wanted;
  const { words } = parseQuery(query, tokenizer);
  const terms = words.flatMap(({ term, prefix, parts }) => [term, ...(prefix ?? []), ...parts]);
  const prefixes = words.filter((word) => word.prefix !== null).map((word) => word.term);
  const instead = new Map(words.filter(({ term }) => SIGNED.test(term)).map(({ term, parts }) => [term, parts]));
  const wanted = { terms: new Set(terms), prefixes, instead, skips: otherBeginnings([...terms, ...prefixes]) };
  last = { query, wanted };
  return wanted;
}

/** Where they are in a text; `term` is the prefix for a word that begins with one. */
export function findMatches(text: string, { terms, prefixes, instead, skips }: Wanted): Match[] {
  const matches: Match[] = [];
  if (terms.size === 0) return matches;
  new TokenScan(tokenizer, text, { skips }).run(text.length, (term, _position, start, end) => {
    const found = terms.has(term) ? term : prefixes.find((prefix) => term.startsWith(prefix));
    if (found !== undefined) matches.push({ term: found, start, end });
  });
  const spare = new Set(matches.flatMap(({ term }) => instead.get(term) ?? []));
  return spare.size === 0 ? matches : matches.filter(({ term }) => !spare.has(term));
}

/** Such as `c++`. */
const SIGNED = /(?:\+\+|#)$/;

/** The stretch of at most `room` with the most different terms; of several, the first. */
function bestWindow(matches: readonly Match[], room: number): { start: number; end: number } {
  let found = { start: 0, end: 0, score: 0 };
  const counts = new Map<string, number>();
  let last = 0;
  for (const first of matches) {
    for (let next = matches[last]; next !== undefined && next.end - first.start <= room; next = matches[++last])
      counts.set(next.term, (counts.get(next.term) ?? 0) + 1);
    const score = counts.size;
    const end = Math.max(first.start, (matches[last - 1] ?? first).end);
    if (score > found.score) found = { start: first.start, end, score };
    const rest = (counts.get(first.term) ?? 0) - 1;
    if (rest > 0) counts.set(first.term, rest);
    else counts.delete(first.term);
  }
  return found;
}

/** The first start of a word at or after `from`, at most `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  if (from === 0) return 0;
  const blank = text.indexOf(' ', from - 1);
  return blank >= 0 && blank < limit ? blank + 1 : unsplit(text, Math.min(from, limit));
}

/** The last end of a word up to `to`, at least `limit`. */
function wordEnd(text: string, to: number, limit: number): number {
  if (to === text.length) return to;
  const blank = text.lastIndexOf(' ', to);
  return blank >= limit && blank > 0 ? blank : unsplit(text, to);
}

/** Steps back rather than cut a surrogate pair. */
function unsplit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
