import { isStopWord } from '../../search/words/terms/stop-words.ts';
import { TokenScan, type Tokenizer } from '../../search/words/terms/tokenizer.ts';

/** A word of a text that says something about its subject. */
export interface ContentWord {
  count: number;
  /** As it is first written in the text, in lower case: at the beginning of a sentence it means the same. */
  form: string;
}

/** Longer ones are names of things, keys or mistakes. Numbers have no meaning of their own. */
const WORD = /^[\p{sc=Latin}\p{M}]{2,24}$/u;

/** The words of a text that the encoder may know, by full-text term, in order of appearance. */
export function contentWords(tokenizer: Tokenizer, text: string): Map<string, ContentWord> {
  const words = new Map<string, ContentWord>();
  new TokenScan(tokenizer, text).run(text.length, (term, _position, start, end, kind) => {
    if (kind !== 'word' && kind !== 'part') return;
    const known = words.get(term);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    // The range of a part is that of the whole word.
    const form = kind === 'word' ? text.slice(start, end).toLowerCase() : term;
    if (WORD.test(form) && !isStopWord(form)) words.set(term, { count: 1, form });
  });
  return words;
}
