import { parseQuery } from '../../../search/words/query.ts';
import { Tokenizer } from '../../../search/words/terms/tokenizer.ts';

const IN_QUOTES = /^["\u201c\u201d\u201e](.+)["\u201c\u201d\u201e]$/u;
/** Nobody searches for a longer run of signs. */
const MOST_CHARACTERS = 200;
const tokenizer = new Tokenizer();

/**
 * What a query without words asks for, such as `$`, `->` or `%%`. Full text knows only words, so this is looked for in
 * the notes' lines. Null if the query has a word or is blank, and for `*`, by which people mean "all".
 */
export function charactersOf(query: string): string | null {
  const text = query.trim();
  if (text === '' || text === '*' || text.length > MOST_CHARACTERS) return null;
  // Nearly every query has a letter, and need not be read for this.
  if (/[\p{L}\p{N}]/u.test(text) || parseQuery(text, tokenizer).words.length > 0) return null;
  return IN_QUOTES.exec(text)?.[1] ?? text;
}
