/** What full text knows of one note. */
export interface FullTextDocument {
  title: string;
  aliases: readonly string[];
  headings: readonly string[];
  tags: readonly string[];
  /** Values of properties, one by one, without title, aliases and tags. */
  properties: readonly string[];
  /** The visible body text, chunk by chunk, in order: chunk `i` here is chunk `i` of the note's chunk table. Read once. */
  chunks: Iterable<string>;
  /**
   * For each chunk the index in `headings` of its heading; -1 above the first. Without it, words that only
   * a heading has find the note but none of its chunks.
   */
  chunkHeadings?: readonly number[];
}

export interface FullTextHit {
  /** The note's stable number, chosen by the caller at insertion. */
  id: number;
  /** BM25F with the boosts of docs/decisions; comparable within one query only. */
  score: number;
  /** Index of the chunk that matches the query best; 0 if only title, tags or headings matched. */
  chunk: number;
  /** Share of the query's words, by weight, that the note has: 0 to 1. Words in no note count as missing. */
  coverage: number;
}

export interface FullTextChunkHit extends FullTextHit {
  /** Score of this chunk, within the same query comparable to those of all other chunk hits. */
  chunkScore: number;
}

export interface FullTextSearchOptions {
  limit: number;
  /** Only these notes; called once per candidate. */
  filter?: (id: number) => boolean;
}

/**
 * A full-text index over notes, in memory, built of immutable segments and one mutable delta. Nothing in here does I/O:
 * the caller saves what `freeze` and `merge` return, and passes it back to `attach`.
 * Generators are sliceable work: the caller runs them to their end, pausing between steps as it likes; no step takes
 * longer than a few milliseconds, for any size of note.
 */
export interface FullTextIndex {
  /** Number of live notes. */
  readonly size: number;
  /** Adds or replaces note `id` in the delta. */
  insert(id: number, document: FullTextDocument): Generator<void, void>;
  remove(id: number): void;
  search(query: string, options: FullTextSearchOptions): FullTextHit[];
  searchChunks(query: string, options: FullTextSearchOptions): FullTextChunkHit[];
  /** Turns the delta into the immutable segment `key` and returns its bytes. New inserts go to a fresh delta meanwhile. */
  freeze(key: string): Generator<void, Uint8Array>;
  /** Adds a saved segment. Later segments override earlier ones for the ids they contain. Throws on invalid bytes. */
  attach(key: string, bytes: Uint8Array): void;
  /** Merges segments into `key` and puts it in their place; live rows only. Inserts and removals meanwhile are honoured. */
  merge(keys: readonly string[], key: string): Generator<void, Uint8Array>;
}
