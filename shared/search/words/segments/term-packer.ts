import type { Steps } from '../../../kit/concurrency/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';
import { Tokenizer } from '../terms/tokenizer.ts';
import { POSTING_HEADER } from './document-terms.ts';
import type { DocumentTerms } from './document-terms.ts';
import { TermGatherer } from './term-gatherer.ts';
import type { PostingSink } from './term-gatherer.ts';
import { grown } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';

/** With this many terms a new vocabulary is begun: a small one is faster, and whoever posts the terms keeps it, too. */
const MOST_TERMS = 1 << 15;

/** Cuts notes into terms on behalf of another thread, which has the index. */
export class TermPacker {
  readonly #tokenizer = new Tokenizer();
  readonly #mostTerms: number;
  #vocabulary = new Vocabulary();
  #gatherer = new TermGatherer(this.#tokenizer, this.#vocabulary);
  #packed = new Int32Array(1 << 14);
  #used = 0;

  constructor(mostTerms: number = MOST_TERMS) {
    this.#mostTerms = mostTerms;
  }

  /** A note's terms. One note at a time. */
  *pack(document: FullTextDocument): Steps<DocumentTerms> {
    if (this.#vocabulary.terms.length >= this.#mostTerms) {
      this.#vocabulary = new Vocabulary();
      this.#gatherer = new TermGatherer(this.#tokenizer, this.#vocabulary);
    }
    this.#used = 0;
    const shape = yield* this.#gatherer.cut(document, this.#post);
    return { ...shape, vocabulary: this.#vocabulary.terms, postings: this.#packed.slice(0, this.#used) };
  }

  readonly #post: PostingSink = (term, field, positions, from, size) => {
    const end = this.#used + POSTING_HEADER + size;
    if (end > this.#packed.length) this.#packed = grown(this.#packed, end);
    const packed = this.#packed;
    let at = this.#used;
    packed[at++] = term;
    packed[at++] = field;
    packed[at++] = size;
    for (let i = from; i < from + size; i += 1) packed[at++] = positions[i] as number;
    this.#used = at;
  };
}
