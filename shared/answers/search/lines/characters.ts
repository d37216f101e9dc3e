import { parseQuery } from '../../../search/words/query.ts';
import { Tokenizer } from '../../../search/words/terms/tokenizer.ts';

const IN_QUOTES = /^["\u201c\u201d\u201e](.+)["\u201c\u201d\u201e]$/u;
/** Longer runs of signs are nobody's question. */
const MOST_CHARACTERS = 200;
const tokenizer = new Tokenizer();

/**
 * What a query without a word asks for, such as `$`, `->` or `%%`: full text has words alone, so it is looked for in the
 * notes' lines. Null if the query has a word or nothing else, and for `*`, which people mean as "all".
 */
export function charactersOf(query: string): string | null {
  const text = query.trim();
  if (text === '' || text === '*' || text.length > MOST_CHARACTERS) return null;
  // Nearly every query has a letter, and need not be read for this.
  if (/[\p{L}\p{N}]/u.test(text) || parseQuery(text, tokenizer).words.length > 0) return null;
  return IN_QUOTES.exec(text)?.[1] ?? text;
}
