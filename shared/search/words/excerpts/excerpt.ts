import { cutTo } from '../../../kit/text/shorten.ts';
import { startOfLetter } from '../../../kit/text/whole-letters.ts';
import { laidOut } from './laid-out.ts';
import { phrasePlaces } from './phrase-places.ts';
import type { Match } from './text-span.ts';
import { parseQuery, type QueryWord } from '../query.ts';
import { otherBeginnings } from '../terms/beginnings.ts';
import { Tokenizer, TokenScan, type WordTest } from '../terms/tokenizer.ts';

/** In UTF-16 units; the rest of a longer text is ignored. */
const MAX_TEXT_LENGTH = 16_384;
const MAX_LENGTH = 240;
const ELLIPSIS = '…';
/** What a quoted phrase is worth, in words: more than all words of a query. */
const PHRASE_WORTH = 100;
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
   * The line where most of the quoted phrases begin, then with most of the words, counted from 0 in the note from where
   * the chunk begins; of several the first. Null if it has none.
   */
  best: { line: number; worth: number } | null;
  /**
   * The window with most of the quoted phrases, then of the words, or else the beginning. Ellipses count in the length,
   * words stay whole if possible, whitespace is collapsed, and marked boxes of tasks (see text-marks.ts) are shown.
   */
  excerpt: (maxLength?: number) => string;
}

/** Reads chunks' texts, marked as in text-marks.ts, for the words of a query; of a very long text, its beginning. */
export function passagesFor(query: string): (chunkText: string) => Passage {
  const wanted = wantedBy(query);
  return (chunkText) => {
    const isCut = chunkText.length > MAX_TEXT_LENGTH;
    const { text, lineStarts } = laidOut(isCut ? cutTo(chunkText, MAX_TEXT_LENGTH) : chunkText, UNBROKEN);
    const matches = findMatches(text, wanted);
    const found = { matches, phrases: findPhrases(text, wanted) };
    return {
      words: new Set(matches.map(({ term }) => term)),
      best: lineOfMost(marksOf(found), lineStarts),
      excerpt: (maxLength = MAX_LENGTH) => excerptOf(text, isCut, found, maxLength).replaceAll(UNBROKEN, ' '),
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

/** What one line is worth, compared with the best line of a passage: its quoted phrases and words, each once. */
export function worthFor(query: string): (line: string) => number {
  const wanted = wantedBy(query);
  return (given) => {
    const line = given.slice(0, MAX_TEXT_LENGTH);
    const marks = marksOf({ matches: findMatches(line, wanted), phrases: findPhrases(line, wanted) });
    return [...new Map(marks.map(({ term, worth = 1 }) => [term, worth])).values()].reduce((a, b) => a + b, 0);
  };
}

function excerptOf(text: string, isCut: boolean, found: Found, maxLength: number): string {
  if (text.length <= maxLength && !isCut) return text;
  const room = maxLength - 2 * ELLIPSIS.length;
  if (room <= 0) return '';
  const window = bestWindow(marksOf(found, room), room);
  const spare = room - (window.end - window.start);
  const start = wordStart(text, Math.max(0, Math.min(window.start - (spare >>> 2), text.length - room)), window.start);
  const end = wordEnd(text, Math.min(text.length, start + room), Math.min(window.end, start + room));
  const before = start > 0 ? ELLIPSIS : '';
  const after = end < text.length || isCut ? ELLIPSIS : '';
  return before + text.slice(start, end).trim() + after;
}

/** Words and quoted phrases in a text, each in order of their beginnings. */
interface Found {
  matches: readonly Match[];
  phrases: readonly Match[];
}

/** A word, which is worth 1, or a phrase. */
interface Mark extends Match {
  worth?: number;
}

/** Words and phrases in one list, in order of their beginnings; of a longer phrase than `room`, its beginning. */
function marksOf({ matches, phrases }: Found, room = Infinity): readonly Mark[] {
  if (phrases.length === 0) return matches;
  const marks = phrases.map(({ term, start, end }) => ({
    term,
    start,
    end: Math.min(end, start + room),
    worth: PHRASE_WORTH,
  }));
  return [...marks, ...matches].sort((a, b) => a.start - b.start);
}

function lineOfMost(marks: readonly Mark[], lineStarts: readonly number[]): Passage['best'] {
  let best: Passage['best'] = null;
  let line = 0;
  let total = 0;
  const inLine = new Set<string>();
  for (const { term, start, worth = 1 } of marks) {
    if (start >= (lineStarts[line] ?? Infinity)) {
      inLine.clear();
      total = 0;
    }
    while (start >= (lineStarts[line] ?? Infinity)) line++;
    if (inLine.has(term)) continue;
    inLine.add(term);
    total += worth;
    if (total > (best?.worth ?? 0)) best = { line, worth: total };
  }
  return best;
}

/** What matches: the terms, and what begins with a prefix. */
export interface Wanted {
  terms: ReadonlySet<string>;
  prefixes: readonly string[];
  /** Quoted words, which must be next to each other. */
  phrases: readonly (readonly QueryWord[])[];
  /** By a term such as `c++`: what counts in its place in texts without it. */
  instead: ReadonlyMap<string, readonly string[]>;
  /** True for words that are certainly none of these. */
  skips: WordTest;
}

/** The last query asked about: all parts of an answer ask about the same. */
let last: { query: string; wanted: Wanted } | null = null;

/** The terms of a query. */
export function wantedBy(query: string): Wanted {
  if (last?.query === query) return last.wanted;
  const { words, quoted: phrases } = parseQuery(query, tokenizer);
  const terms = words.flatMap(({ term, prefix, parts }) => [term, ...(prefix ?? []), ...parts]);
  const prefixes = words.filter((word) => word.prefix !== null).map((word) => word.term);
  const instead = new Map(words.filter(({ term }) => SIGNED.test(term)).map(({ term, parts }) => [term, parts]));
  const skips = otherBeginnings([...terms, ...prefixes]);
  const wanted = { terms: new Set(terms), prefixes, phrases, instead, skips };
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

function findPhrases(text: string, { phrases }: Wanted): Match[] {
  return phrases.length === 0 ? [] : phrasePlaces(text, phrases, tokenizer);
}

/** Such as `c++`. */
const SIGNED = /(?:\+\+|#)$/;

/**
 * The stretch of at most `room` whose different terms are worth most; of several, the first, but begun as near to its
 * first quoted phrase as it can be.
 */
function bestWindow(marks: readonly Mark[], room: number): { start: number; end: number } {
  let found = { start: 0, end: 0, score: 0, phrase: -1 };
  const counts = new Map<string, number>();
  let score = 0;
  let last = 0;
  let reach = 0;
  for (const [number, first] of marks.entries()) {
    for (let next = marks[last]; next !== undefined && next.end - first.start <= room; next = marks[++last]) {
      const count = counts.get(next.term) ?? 0;
      if (count === 0) score += next.worth ?? 1;
      counts.set(next.term, count + 1);
      reach = Math.max(reach, next.end);
    }
    const window = { start: first.start, end: Math.max(first.start, reach), score };
    if (score > found.score) found = { ...window, phrase: phraseFrom(marks, number, last) };
    else if (score === found.score && first.start <= found.phrase) found = { ...window, phrase: found.phrase };
    const count = counts.get(first.term) ?? 0;
    if (count > 1) counts.set(first.term, count - 1);
    else if (counts.delete(first.term)) score -= first.worth ?? 1;
  }
  return found;
}

/** The first start of a word at or after `from`, at most `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  if (from === 0) return 0;
  const blank = text.indexOf(' ', from - 1);
  return blank >= 0 && blank < limit ? blank + 1 : startOfLetter(text, Math.min(from, limit));
}

/** The last end of a word up to `to`, at least `limit`. */
function wordEnd(text: string, to: number, limit: number): number {
  if (to === text.length) return to;
  const blank = text.lastIndexOf(' ', to);
  return blank >= limit && blank > 0 ? blank : startOfLetter(text, to);
}

/** Where the first of the marks from one to another that is a phrase begins; -1 if none is. */
function phraseFrom(marks: readonly Mark[], from: number, to: number): number {
  return marks.slice(from, to).find(({ worth }) => worth !== undefined)?.start ?? -1;
}
