import { foldText, stem } from './terms/fold.ts';
import { isStopWord } from './terms/stop-words.ts';

/**
 * How a query has a name: it is the name, perhaps with other signs between its words or without its article, or contains
 * it.
 */
export type Named = 'whole' | 'within';

/** Before a title, where people leave it out. */
const ARTICLE = /^ (?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli|de|het|den|det)(?= \S)/u;
const BLANK = /\s/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}+#]+/gu;
/** More than the letters that most vaults begin headings with. */
const MOST_LETTERS = 2_000;
const FIRST_OF_WORDS = /[\p{L}\p{M}\p{N}+#]/u;

/** Tells how a query has the first of some names that it has; null if it has none of them. */
export function namesIn(query: string): (names: Iterable<string>) => Named | null {
  const asked = inWords(query);
  const bare = withoutArticle(asked);
  return (names) => {
    let found: Named | null = null;
    for (const name of names) {
      const words = inWords(name);
      if (words === '  ') continue;
      if (words === asked || withoutArticle(words) === bare) return 'whole';
      if (asked.includes(words)) found = 'within';
    }
    return found;
  };
}

/**
 * Tells whether a query has all words of one of some names, in any order and form, or all but a few, but more than
 * that: of a name typed as one run, such as `data-retention`, at least one.
 */
export function hasNameOf(query: string, lacking = 0): (names: Iterable<string>) => boolean {
  const asked = new Set(stemsOf(query));
  const fewest = BLANK.test(query.trim()) ? lacking + 1 : 1;
  return (names) => {
    for (const name of names) {
      const words = stemsOf(name);
      const had = words.filter((word) => asked.has(word)).length;
      if (had >= fewest && had >= words.length - lacking) return true;
    }
    return false;
  };
}

/** Tells whether a name is the query. Most names are told by their first letter: folding each would take far longer. */
export function callsFor(query: string): (name: string) => boolean {
  const asked = inWords(query);
  const beginning = asked.charAt(1);
  return (name) => {
    const [letter] = FIRST_OF_WORDS.exec(name) ?? [];
    if (letter === undefined) return false;
    const first = foldedLetter(letter);
    return (first === '' || first === beginning) && inWords(name) === asked;
  };
}

/**
 * What a query says next to a name that it begins or ends with: of `cairo climate` and the name Cairo, `climate`. Null if
 * it has the name nowhere there, or nothing else.
 */
export function restBesides(query: string): (name: string) => string | null {
  const asked = inWords(query);
  return (name) => {
    const words = inWords(name);
    if (words === '  ' || words.length >= asked.length) return null;
    if (asked.startsWith(words)) return asked.slice(words.length - 1);
    return asked.endsWith(words) ? asked.slice(0, 1 - words.length) : null;
  };
}

/** Tells whether a query is the end of a path, as folders and a name, with any signs between its words. */
export function placesBy(query: string): (path: string) => boolean {
  const asked = inWords(query);
  return (path) => {
    const name = inWords(path.slice(path.lastIndexOf('/') + 1));
    return asked.length > name.length && asked.endsWith(name) && inWords(path).endsWith(asked);
  };
}

const foldedLetters = new Map<string, string>();

/** The first unit of a letter's folded form, empty if it has none. */
function foldedLetter(letter: string): string {
  let first = foldedLetters.get(letter);
  if (first !== undefined) return first;
  first = foldText(letter).charAt(0);
  if (foldedLetters.size >= MOST_LETTERS) foldedLetters.clear();
  foldedLetters.set(letter, first);
  return first;
}

function withoutArticle(words: string): string {
  return words.replace(ARTICLE, '');
}

function stemsOf(text: string): string[] {
  const words = inWords(text).trim().split(' ');
  return words.filter((word) => word !== '' && !isStopWord(word)).map((word) => stem(word));
}

/** Each word with a blank on both sides, in the form in which words are compared, but not stemmed. */
function inWords(text: string): string {
  return ` ${foldText(text).replace(BETWEEN_WORDS, ' ').trim()} `;
}
