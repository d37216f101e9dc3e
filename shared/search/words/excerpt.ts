import { withShownBoxes } from '../../markdown/task-boxes.ts';
import { parseQuery } from './query.ts';
import { otherBeginnings } from './terms/beginnings.ts';
import { Tokenizer, TokenScan, type WordTest } from './terms/tokenizer.ts';

/** In UTF-16 units; the rest of a longer text is ignored. */
const MAX_TEXT_LENGTH = 16_384;
const ELLIPSIS = '…';
const BLANKS = /\s+/g;
/** Replaces the space in a task's box, where an excerpt must not be cut. */
const UNBROKEN = '\u0002';

const tokenizer = new Tokenizer();

/** Gives the part of a text to show, at most `maxLength` UTF-16 units. */
export type ExcerptOf = (chunkText: string, maxLength?: number) => string;

/**
 * Excerpts around the words of a query: the window with the most different ones, or else the beginning. Ellipses count
 * in the length, words stay whole if possible, whitespace is collapsed, and marked boxes of tasks (see task-boxes.ts)
 * are shown.
 */
export function excerptsFor(query: string): ExcerptOf {
  const wanted = wantedBy(query);
  return (chunkText, maxLength = 240) => excerptOf(chunkText, wanted, maxLength).replaceAll(UNBROKEN, ' ');
}

/** The words of a query found in a text; of a very long one, in its beginning. */
export function wordsFoundBy(query: string): (text: string) => ReadonlySet<string> {
  const wanted = wantedBy(query);
  return (text) => new Set(findMatches(text.slice(0, MAX_TEXT_LENGTH), wanted).map(({ term }) => term));
}

function excerptOf(chunkText: string, wanted: Wanted, maxLength: number): string {
  const text = withShownBoxes(chunkText.slice(0, MAX_TEXT_LENGTH), UNBROKEN).replace(BLANKS, ' ').trim();
  if (text.length <= maxLength && chunkText.length <= MAX_TEXT_LENGTH) return text;
  const room = maxLength - 2 * ELLIPSIS.length;
  if (room <= 0) return '';
  const matches = findMatches(text, wanted);
  const window = bestWindow(matches, room);
  const spare = room - (window.end - window.start);
  const start = wordStart(text, Math.max(0, Math.min(window.start - (spare >>> 2), text.length - room)), window.start);
  const end = wordEnd(text, Math.min(text.length, start + room), Math.min(window.end, start + room));
  const before = start > 0 ? ELLIPSIS : '';
  const after = end < text.length || chunkText.length > MAX_TEXT_LENGTH ? ELLIPSIS : '';
  return before + text.slice(start, end).trim() + after;
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
  /** Holds for words that are surely none of these. */
  skips: WordTest;
}

/** The terms of a query. */
export function wantedBy(query: string): Wanted {
  const { words } = parseQuery(query, tokenizer);
  const terms = words.flatMap(({ term, prefix, parts }) => [term, ...(prefix ?? []), ...parts]);
  const prefixes = words.filter((word) => word.prefix !== null).map((word) => word.term);
  return { terms: new Set(terms), prefixes, skips: otherBeginnings([...terms, ...prefixes]) };
}

/** Where they are in a text; `term` is the prefix for a word that begins with one. */
export function findMatches(text: string, { terms, prefixes, skips }: Wanted): Match[] {
  const matches: Match[] = [];
  if (terms.size === 0) return matches;
  new TokenScan(tokenizer, text, { skips }).run(text.length, (term, _position, start, end) => {
    const found = terms.has(term) ? term : prefixes.find((prefix) => term.startsWith(prefix));
    if (found !== undefined) matches.push({ term: found, start, end });
  });
  return matches;
}

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
