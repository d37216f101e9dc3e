import type { Steps } from '../../kit/concurrency/slices.ts';
import type {
  FullTextChunkHit,
  FullTextDocument,
  FullTextHit,
  FullTextIndex,
  FullTextSearchOptions,
} from './fulltext-types.ts';
import { InvertedIndex } from './inverted-index.ts';
import { OramaNotes } from './orama-index.ts';

/**
 * Full text of a vault's notes: Orama in front, the inverted index behind. Notes go through Orama; segments and chunks,
 * unknown to it, go to the index.
 */
export class NoteFullText implements FullTextIndex {
  readonly #engine = new InvertedIndex();
  readonly #notes = new OramaNotes(this.#engine);

  get size(): number {
    return this.#engine.size;
  }

  /** Bytes of changes in no segment: a hint when to freeze. */
  get unsavedBytes(): number {
    return this.#engine.unsavedBytes;
  }

  /** @throws {RangeError} on an id that is not an integer from 0 to 2^24 - 1 */
  *insert(id: number, document: FullTextDocument): Steps<void> {
    this.#notes.insert(yield* this.#engine.stage(id, document), document);
  }

  remove(id: number): void {
    this.#notes.remove(id);
  }

  search(query: string, options: FullTextSearchOptions): FullTextHit[] {
    return this.#notes.search(query, options);
  }

  searchChunks(query: string, options: FullTextSearchOptions): FullTextChunkHit[] {
    return this.#engine.searchChunks(query, options);
  }

  notesWith(query: string): Steps<ReadonlySet<number>> {
    return this.#engine.notesWith(query);
  }

  notesWithWhole(written: string): ReadonlySet<number> {
    return this.#engine.notesWithWhole(written);
  }

  hasAny(query: string, filter?: (id: number) => boolean): boolean {
    return this.#engine.hasAny(query, filter);
  }

  hasWord(written: string): boolean {
    return this.#engine.hasWord(written);
  }

  hasBeginning(written: string): boolean {
    return this.#engine.hasBeginning(written);
  }

  wordsAround(written: string): Steps<string[]> {
    return this.#engine.wordsAround(written);
  }

  rarityOf(term: string): number {
    return this.#engine.rarityOf(term);
  }

  freeze(key: string): Steps<Uint8Array> {
    return this.#engine.freeze(key);
  }

  /** @throws {Error} on bytes that are not a whole segment of this version */
  attach(key: string, bytes: Uint8Array): void {
    this.#notes.adopt(this.#engine.attach(key, bytes));
  }

  merge(keys: readonly string[], key: string): Steps<Uint8Array> {
    return this.#engine.merge(keys, key);
  }
}
