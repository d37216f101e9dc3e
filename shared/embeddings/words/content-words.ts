import { ownString } from '../../kit/text/own-string.ts';
import { isStopWord } from '../../search/words/terms/stop-words.ts';
import { TokenScan, Tokenizer } from '../../search/words/terms/tokenizer.ts';

/** A word of a text that says something about its subject. */
export interface ContentWord {
  count: number;
  /** Its full-text term. */
  term: string;
}

/** Longer ones are names of things, keys or mistakes. Numbers have no meaning of their own. */
const WORD = /^[\p{sc=Latin}\p{M}]{2,24}$/u;

/** Words that are remembered; texts repeat them. */
const CACHE_SIZE = 1 << 15;

/** Finds the words of texts that the encoder may know. Holds only a bounded cache. */
export class WordCounter {
  readonly #tokenizer = new Tokenizer();
  #forms = new Map<string, string | null>();

  /** By the word as it is written, in lower case: at the beginning of a sentence it means the same. */
  count(text: string): Map<string, ContentWord> {
    const words = new Map<string, ContentWord>();
    new TokenScan(this.#tokenizer, text).run(text.length, (term, _position, start, end, kind) => {
      if (kind !== 'word' && kind !== 'part') return;
      // The range of a part is that of the whole word.
      const form = this.#formOf(kind === 'word' ? text.slice(start, end) : term);
      if (form === null) return;
      const known = words.get(form);
      if (known === undefined) words.set(form, { count: 1, term });
      else known.count += 1;
    });
    return words;
  }

  #formOf(written: string): string | null {
    const known = this.#forms.get(written);
    if (known !== undefined) return known;
    const own = ownString(written);
    const lower = own.toLowerCase();
    const form = WORD.test(lower) && !isStopWord(lower) ? lower : null;
    if (this.#forms.size >= CACHE_SIZE) this.#forms = new Map();
    this.#forms.set(own, form);
    return form;
  }
}
