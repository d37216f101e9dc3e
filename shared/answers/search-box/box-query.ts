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
  /** Tags without `#`; paths and names folded, as `foldPath` does; words as written. */
  value: string;
  isNegated: boolean;
}

/** An operator with its value, a quoted phrase, or a word; each may have a minus before it. */
const PIECE = /(-?)(?:(tag|path|file):\s*(?:"([^"]*)"?|([^\s"]+))|"([^"]*)"|([^\s"]+))|"/giu;

/** One whose value is still to be typed. */
const BARE_OPERATOR = /^-?(?:tag|path|file):$/iu;

/** Reads `tag:#a/b`, `path:"a b"`, `file:name`, `-word`, `-"two words"` and their negations; all else is text. Never throws. */
export function readBoxQuery(query: string): BoxQuery {
  const conditions: BoxCondition[] = [];
  const text: string[] = [];
  for (const [whole, minus, operator, quotedValue, value, quoted, word] of query.matchAll(PIECE)) {
    if (BARE_OPERATOR.test(whole)) continue;
    const isNegated = minus === '-';
    if (operator !== undefined) {
      const kind = operator.toLowerCase() as 'tag' | 'path' | 'file';
      const wanted = (quotedValue ?? value ?? '').trim();
      const folded = kind === 'tag' ? wanted.replace(/^#/, '') : foldPath(wanted);
      if (folded !== '') conditions.push({ kind, value: folded, isNegated });
    } else if (isNegated && (quoted ?? word ?? '') !== '' && /[\p{L}\p{N}]/u.test(quoted ?? word ?? '')) {
      conditions.push({ kind: 'words', value: quoted === undefined ? (word ?? '') : `"${quoted}"`, isNegated });
    } else if (whole !== '"') text.push(whole);
  }
  return { text: text.join(' '), conditions };
}

/** The text with its last word as the beginning of one; null if it has no such word. */
export function withOpenEnd(query: string, text: string): string | null {
  return /[\p{L}\p{M}\p{N}]$/u.test(query) && /[\p{L}\p{M}\p{N}]$/u.test(text) ? `${text}*` : null;
}
