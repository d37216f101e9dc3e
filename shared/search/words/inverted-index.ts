import type { Steps } from '../../kit/concurrency/slices.ts';
import { Delta } from './segments/delta.ts';
import type {
  FullTextChunkHit,
  FullTextDocument,
  FullTextHit,
  FullTextIndex,
  FullTextSearchOptions,
} from './fulltext-types.ts';
import { LiveRows } from './segments/live-rows.ts';
import { frozen, merged } from './segments/segment-build.ts';
import type { PostingsSource } from './segments/postings.ts';
import { isAnyWith, notesWith, termsAround } from './notes-with.ts';
import { parseQuery } from './query.ts';
import { RANKING } from './scoring/scoring.ts';
import type { Ranking } from './scoring/scoring.ts';
import { Searcher } from './searcher.ts';
import { Segment } from './segments/segment.ts';
import { MAX_NOTE_ID } from './segments/segment-format.ts';
import { foldWord, stem } from './terms/fold.ts';
import { Tokenizer } from './terms/tokenizer.ts';

/** A note in the delta that is not live yet. */
export interface StagedNote {
  id: number;
  delta: Delta;
  row: number;
}

/** What stemming leaves of a word at least, and what it cuts off at most. */
const SHORTEST_START = 3;
const LONGEST_ENDING = 5;

/** The full-text engine: an in-memory delta over immutable segments. See {@link FullTextIndex}. */
export class InvertedIndex implements FullTextIndex {
  readonly tokenizer = new Tokenizer();
  readonly #searcher: Searcher;
  readonly #live = new LiveRows();
  #segments: Segment[] = [];
  /** Deltas being frozen: searched, but no longer written. */
  #freezing: Delta[] = [];
  #delta = new Delta(this.tokenizer);

  constructor(ranking: Ranking = RANKING) {
    this.#searcher = new Searcher(ranking);
  }

  get size(): number {
    return this.#live.notes;
  }

  /** Bytes of changes in no segment: a hint when to freeze. */
  get unsavedBytes(): number {
    return this.#delta.written * 4;
  }

  /** Bytes that are kept between two queries, for the next one to use again. */
  get keptBytes(): number {
    return this.#searcher.keptBytes;
  }

  *insert(id: number, document: FullTextDocument): Steps<void> {
    this.commit(yield* this.stage(id, document));
  }

  /**
   * The long part of an insertion: adds a note that is not live until {@link commit}.
   * @throws {RangeError} on an id that is not an integer from 0 to 2^24 - 1
   */
  *stage(id: number, document: FullTextDocument): Steps<StagedNote> {
    if (!Number.isInteger(id) || id < 0 || id > MAX_NOTE_ID) throw new RangeError(`note number ${id} is out of range`);
    for (;;) {
      const delta = this.#delta;
      const row = yield* delta.add(id, document);
      if (delta === this.#delta) return { id, delta, row };
    }
  }

  /** Makes a staged note live in place of any older version. Must follow {@link stage} without a pause. */
  commit(staged: StagedNote): void {
    this.#live.set(staged.id, staged.delta, staged.row);
  }

  remove(id: number): void {
    this.#live.delete(id);
  }

  search(query: string, options: FullTextSearchOptions): FullTextHit[] {
    return this.#searcher.notes(parseQuery(query, this.tokenizer), this.#corpus(), options);
  }

  searchChunks(query: string, options: FullTextSearchOptions): FullTextChunkHit[] {
    return this.#searcher.chunks(parseQuery(query, this.tokenizer), this.#corpus(), options);
  }

  *notesWith(query: string): Steps<ReadonlySet<number>> {
    const parsed = parseQuery(query, this.tokenizer);
    if (parsed.compounds.length === 0 && parsed.quoted.length === 0)
      return yield* notesWith(parsed.words, this.#corpus().sources);
    // Only a search can tell whether words are next to each other.
    return this.#searcher.ids(parsed, this.#corpus());
  }

  notesWithWhole(written: string): ReadonlySet<number> {
    const asOne = written.startsWith('"') ? written : `"${written}"`;
    const { quoted } = parseQuery(asOne, this.tokenizer);
    // A run may also be written as one word.
    const { compounds } = parseQuery(written, this.tokenizer);
    return this.#searcher.together({ quoted, compounds }, this.#corpus());
  }

  hasAny(query: string, filter?: (id: number) => boolean): boolean {
    const { words, compounds, quoted } = parseQuery(query, this.tokenizer);
    if (compounds.length === 0 && quoted.length === 0) return isAnyWith(words, this.#corpus().sources, filter);
    return this.search(query, { limit: 1, ...(filter === undefined ? {} : { filter }) }).length > 0;
  }

  hasWord(written: string): boolean {
    const terms = this.tokenizer.terms(written);
    const { sources } = this.#corpus();
    return sources.some((source) => terms.some((term) => source.has(term)));
  }

  hasBeginning(written: string): boolean {
    return isAnyWith([{ term: foldWord(written), prefix: [], parts: [] }], this.#corpus().sources);
  }

  *wordsAround(written: string): Steps<string[]> {
    const folded = foldWord(written);
    const { sources } = this.#corpus();
    // Of words that end like it, the index has the stem: `bucherreg` of `bucherregal`, and `regal`.
    const shortest = Math.min(folded.length, Math.max(SHORTEST_START, folded.length - LONGEST_ENDING));
    const isStem = (term: string): boolean => {
      for (let kept = folded.length - 1; kept >= shortest; kept -= 1)
        if (term.endsWith(folded.slice(0, kept)) && stem(term + folded.slice(kept)) === term) return true;
      return false;
    };
    return yield* termsAround(folded.slice(0, shortest), sources, (term) => term.includes(folded) || isStem(term));
  }

  rarityOf(term: string): number {
    return this.#searcher.rarityOf(term, this.#corpus());
  }

  *freeze(key: string): Steps<Uint8Array> {
    const delta = this.#delta;
    this.#delta = new Delta(this.tokenizer);
    this.#freezing.push(delta);
    const { bytes, origins } = yield* frozen(delta);
    yield;
    const segment = new Segment(key, bytes);
    yield;
    this.#live.move(origins, segment);
    this.#freezing = this.#freezing.filter((other) => other !== delta);
    this.#segments.push(segment);
    return bytes;
  }

  /** Segments in use. Attaching drops those fully replaced by newer ones. */
  get segmentKeys(): string[] {
    return this.#segments.map((segment) => segment.key);
  }

  /**
   * Adds a saved segment and returns its notes' numbers.
   * @throws {Error} on bytes that are not a whole segment of this version
   */
  attach(key: string, bytes: Uint8Array): Uint32Array {
    const segment = new Segment(key, bytes);
    for (let row = 0; row < segment.rows; row += 1) this.#live.set(segment.idOf(row), segment, row);
    this.#segments = [...this.#segments.filter((other) => other.alive.includes(1)), segment];
    return segment.ids;
  }

  *merge(keys: readonly string[], key: string): Steps<Uint8Array> {
    const parts = this.#segments.filter((segment) => keys.includes(segment.key));
    const { bytes, origins } = yield* merged(parts);
    yield;
    const segment = new Segment(key, bytes);
    yield;
    this.#live.move(origins, segment);
    const place = Math.max(
      0,
      this.#segments.findIndex((other) => parts.includes(other)),
    );
    this.#segments.splice(place, 0, segment);
    this.#segments = this.#segments.filter((other) => !parts.includes(other));
    return bytes;
  }

  #corpus(): { sources: readonly PostingsSource[] } & LiveRows['statistics'] {
    return { sources: [...this.#segments, ...this.#freezing, this.#delta], ...this.#live.statistics };
  }
}
