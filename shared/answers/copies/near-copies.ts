import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { Tokenizer } from '../../search/words/terms/tokenizer.ts';
import { sharedWords, wordBagOf, type WordBag } from './word-bag.ts';

export interface NearCopiesParts {
  /** The texts of a note's chunks; null if it is not as the record says. */
  readTexts: (record: NoteRecord) => Promise<readonly string[] | null>;
  slicer: Slicer;
}

/**
 * Two notes are compared by their texts only if the cosine of their whole-note vectors is at least this. Vectors alone
 * never make a copy: those of short notes are often alike although the words are not.
 */
export const MAY_BE_COPY = 0.9;

/** Near copies share more than this part of their words. */
const SAME_WORDS = 0.9;
/**
 * A note with fewer words than this share of the other's is not read. {@link SAME_WORDS} alone would allow .82, but
 * words are counted in a note differently from how they are cut to be compared.
 */
const LIKE_LENGTH = 0.7;
const MOST_WORDS_KEPT = 1_000_000;

/** Whether a note has more than properties. Notes without text are not copies of each other: they share nothing. */
export function hasText({ chunkCount }: Pick<NoteRecord, 'chunkCount'>): boolean {
  return chunkCount > 0;
}

/** Whether two notes are the same byte by byte, and have text. */
export function areSame(a: NoteRecord, b: NoteRecord): boolean {
  return a.hash === b.hash && hasText(a) && hasText(b);
}

/** Tells near copies: notes of the same bytes, or of nearly the same words. */
export class NearCopies {
  readonly #parts: NearCopiesParts;
  readonly #tokenizer = new Tokenizer();
  /** By note hash, the most recently used last. */
  readonly #bags = new Map<string, WordBag>();
  #wordsKept = 0;

  constructor(parts: NearCopiesParts) {
    this.#parts = parts;
  }

  /** Whether one note is a near copy of the other. May read both, so ask only about likely pairs. */
  async areCopies(a: NoteRecord, b: NoteRecord): Promise<boolean> {
    if (!hasText(a) || !hasText(b)) return false;
    if (areSame(a, b)) return true;
    if (Math.min(a.words, b.words) < LIKE_LENGTH * Math.max(a.words, b.words)) return false;
    const [left, right] = [await this.#bagOf(a), await this.#bagOf(b)];
    return left !== null && right !== null && sharedWords(left, right) > SAME_WORDS;
  }

  async #bagOf(record: NoteRecord): Promise<WordBag | null> {
    const { hash } = record;
    const known = this.#bags.get(hash);
    if (known !== undefined) {
      this.#bags.delete(hash);
      this.#bags.set(hash, known);
      return known;
    }
    const { readTexts, slicer } = this.#parts;
    const texts = await readTexts(record);
    if (texts === null) return null;
    const bag = await slicer.run(wordBagOf(texts, this.#tokenizer));
    if (!this.#bags.has(hash)) this.#keep(hash, bag);
    return bag;
  }

  #keep(hash: string, bag: WordBag): void {
    this.#bags.set(hash, bag);
    this.#wordsKept += bag.length;
    for (const [oldest, { length }] of this.#bags) {
      if (this.#wordsKept <= MOST_WORDS_KEPT) break;
      this.#bags.delete(oldest);
      this.#wordsKept -= length;
    }
  }
}
