import type { TermForms, Tokenizer } from '../terms/tokenizer.ts';
import type { WordForm } from '../terms/word-form.ts';
import { WordTable } from '../terms/word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Terms as their numbers in a vocabulary, which grows as new ones come. */
export class TermNumbers implements TermForms<number> {
  readonly #tokenizer: Tokenizer;
  readonly #vocabulary: Vocabulary;
  readonly #words = new WordTable<WordForm<number>>();
  readonly #pairs = new WordTable<number>();

  constructor(tokenizer: Tokenizer, vocabulary: Vocabulary) {
    this.#tokenizer = tokenizer;
    this.#vocabulary = vocabulary;
  }

  wordAt(text: string, start: number, end: number): WordForm<number> {
    const known = this.#words.find(text, start, end);
    if (known !== undefined) return known;
    const form = this.#numbered(this.#tokenizer.wordAt(text, start, end));
    this.#words.add(text, start, end, form);
    return form;
  }

  pairAt(run: string, start: number, end: number): number {
    const known = this.#pairs.find(run, start, end);
    if (known !== undefined) return known;
    const number = this.#vocabulary.numberOf(this.#tokenizer.pairAt(run, start, end));
    this.#pairs.add(run, start, end, number);
    return number;
  }

  #numbered(form: WordForm): WordForm<number> {
    if (form === null) return null;
    if (typeof form === 'string') return this.#vocabulary.numberOf(form);
    const [whole, ...parts] = form;
    return [this.#vocabulary.numberOf(whole), ...parts.map((part) => this.#vocabulary.numberOf(part))];
  }
}
