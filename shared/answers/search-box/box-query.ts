import { withAbbreviations } from '../../search/words/abbreviations.ts';
import { foldPath } from '../../vault/paths.ts';

/** A query of the search box, its operators taken apart. */
export interface BoxQuery {
  /** What is looked for in notes, quoted words in quotation marks. */
  text: string;
  /** All of these must hold, and none of the negated ones. */
  conditions: BoxCondition[];
}

export interface BoxCondition {
  kind: 'tag' | 'path' | 'file' | 'words';
  /** Tags without `#`; paths and names folded, as `foldTyped` does; words as written. */
  value: string;
  isNegated: boolean;
}

/**
 * An operator with its value, a quoted phrase, or a word; each may have a minus before it, but not two. Quotation marks
 * that nothing closes reach to the end, if no word is before them, as in `5" pipe`. Colons may have the full width that
 * input methods give them.
 */
const PIECE =
  /((?<!-)-(?!-)|)(?:(tag|path|file)[:：]\s*(?:"([^"]*)"?|([^\s"]+))|(?:"([^"]*)"|(?<![^\s-])"([^"]*)$)|([^\s"]+))|"/giu;
const CURLY_QUOTES = /[\u201c\u201d\u201e]/gu;

/** One whose value is still to be typed. */
const BARE_OPERATOR = /^-?(?:tag|path|file)[:：]$/iu;

/**
 * Reads `tag:#a/b`, `path:"a b"`, `file:name`, `-word`, `-"two words"` and their negations; all else is text, in which
 * all quotation marks are closed. Never throws.
 */
export function readBoxQuery(query: string): BoxQuery {
  const conditions: BoxCondition[] = [];
  const text: string[] = [];
  const straight = withStraightQuotes(query);
  for (const [whole, minus, operator, quotedValue, value, closed, unclosed, word] of straight.matchAll(PIECE)) {
    if (BARE_OPERATOR.test(whole)) continue;
    const isNegated = minus === '-';
    const quoted = closed ?? unclosed;
    if (operator !== undefined) {
      const kind = operator.toLowerCase() as 'tag' | 'path' | 'file';
      const wanted = (quotedValue ?? value ?? '').trim();
      const folded = kind === 'tag' ? wanted.replace(/^[#＃]/, '') : foldTyped(wanted);
      if (folded !== '') conditions.push({ kind, value: folded, isNegated });
    } else if (
      isNegated &&
      (quoted ?? word ?? '') !== '' &&
      /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(quoted ?? word ?? '')
    ) {
      conditions.push({ kind: 'words', value: quoted === undefined ? (word ?? '') : `"${quoted.trim()}"`, isNegated });
    } else if (unclosed !== undefined) {
      if (unclosed.trim() !== '') text.push(`"${unclosed.trim()}"`);
    } else if (whole !== '"') text.push(whole);
  }
  return { text: text.join(' '), conditions };
}

function withStraightQuotes(query: string): string {
  return withAbbreviations(query).replace(CURLY_QUOTES, '"');
}

/**
 * A path, or the part of one typed so far, in the form that is compared: any letter case, either apostrophe, as text is
 * found.
 */
export function foldTyped(path: string): string {
  return foldPath(path).replaceAll('\u2019', "'");
}

/**
 * The text with its last word, which may be in quotation marks still to be closed, as the beginning of one; null if it
 * has no such word.
 */
export function withOpenEnd(query: string, text: string): string | null {
  if (!/[\p{L}\p{N}]\p{M}*$/u.test(query)) return null;
  const [, words, quote = ''] = /^(.*[\p{L}\p{M}\p{N}])("?)$/su.exec(text) ?? [];
  if (quote !== '' && withStraightQuotes(query).split('"').length % 2 === 1) return null;
  // One letter behind an apostrophe is the end of a word, as in "don't".
  if (words === undefined || /[\p{L}\p{N}]['\u2019]\p{L}$/u.test(words)) return null;
  return `${words}*${quote}`;
}
