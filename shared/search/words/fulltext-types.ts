import type { DocumentTerms } from './segments/document-terms.ts';

/** What full text knows of one note. */
export interface FullTextDocument {
  title: string;
  aliases: readonly string[];
  headings: readonly string[];
  tags: readonly string[];
  /** Values of properties, except title, aliases and tags. */
  properties: readonly string[];
  /** The visible text of each chunk, in the order of the note's chunk table. Read once. */
  chunks: Iterable<string>;
  /**
   * Index in `headings` of each chunk's heading; -1 above the first. Without it, words of a heading find the note, but
   * none of its chunks.
   */
  chunkHeadings?: readonly number[];
  /** All of it cut into terms, if another thread did that; then none of its texts are read for the index. */
  terms?: DocumentTerms;
}

/** How much of a query a note has. */
export interface HeldWords {
  /** Share of the query's words, by weight, 0 to 1; 1 if there are none. Words in no note count as missing. */
  coverage: number;
  /** Weight of the words that the note has, in units of a word in no note. */
  held: number;
}

/**
 * In a property, perhaps elsewhere as well; or only elsewhere: in its text, its headings or its names; `phrase` if they
 * are so few there that others may come upon them by chance.
 */
export type Verbatim = 'property' | 'text' | 'phrase';

/** How many words of a query, stop words aside, a note has next to each other as the query has them. */
export interface WordsInARow {
  /** At least one; of a note's chunks, only the best has them. */
  inARow: number;
  /** The share of the query's pairs of neighbouring words that these are, 0 to 1; 1 of a single word. */
  rowShare: number;
}

export interface FullTextHit extends HeldWords, WordsInARow {
  /** The note's number, chosen by the caller. */
  id: number;
  /** BM25F with the boosts of docs/decisions; comparable only within a query. */
  score: number;
  /** The chunk that matches best; 0 if only title, tags or headings matched. */
  chunk: number;
  /** How much of the query, its words and neighbouring words, this chunk answers by itself, from 0 to below 1. */
  inChunk: number;
  /** Where it has the words of the query together, as far apart as there, if no other note has them so; else null. */
  verbatim: Verbatim | null;
  /** Whether a chunk (this one, if it is a hit), or the note's names, have the whole query, and that is several words. */
  inOnePlace: boolean;
}

export interface FullTextChunkHit extends FullTextHit {
  /** Comparable with all chunk hits of the same query. */
  chunkScore: number;
}

export interface FullTextSearchOptions {
  limit: number;
  /** Limits the search to some notes; called once per candidate. */
  filter?: (id: number) => boolean;
  /** Order of notes with the same score; by number unless given. */
  order?: (a: number, b: number) => number;
}

/**
 * A full-text index over notes in memory: immutable segments and one mutable delta. Does no I/O: save what `freeze` and
 * `merge` return, and pass it to `attach`. Run generators to their end; they may be paused after each step, which takes
 * a few milliseconds at most, for any note.
 */
export interface FullTextIndex {
  readonly size: number;
  /** Adds or replaces note `id` in the delta. */
  insert(id: number, document: FullTextDocument): Generator<void, void>;
  remove(id: number): void;
  search(query: string, options: FullTextSearchOptions): FullTextHit[];
  searchChunks(query: string, options: FullTextSearchOptions): FullTextChunkHit[];
  /** The numbers of all notes that have any of these words, or a quoted phrase, unranked. */
  notesWith(query: string): Generator<void, ReadonlySet<number>>;
  /**
   * The numbers of all notes that have this: a word, a run such as `drag-and-drop`, or words in quotation marks, and not
   * parts of it alone.
   */
  notesWithWhole(written: string): ReadonlySet<number>;
  /** Whether a search for this, with this filter, would find anything; cheaper than the search. */
  hasAny(query: string, filter?: (id: number) => boolean): boolean;
  /** Whether a note has any of these words; far cheaper than {@link hasAny}. */
  hasWord(written: string): boolean;
  /** Whether a note has a word that begins so, in the form in which words are compared. */
  hasBeginning(written: string): boolean;
  /** The words of notes that have this inside, in the form in which words are compared, the shortest first. */
  wordsAround(written: string): Generator<void, string[]>;
  /** Inverse document frequency of a term, as the tokenizer gives it: how rare it is among the notes. */
  rarityOf(term: string): number;
  /** Turns the delta into the immutable segment `key` and returns its bytes. New inserts go to a fresh delta. */
  freeze(key: string): Generator<void, Uint8Array>;
  /** Adds a saved segment. Later segments override earlier ones for the same ids. Throws on invalid bytes. */
  attach(key: string, bytes: Uint8Array): void;
  /** Merges the live rows of segments into `key`, which replaces them. Respects inserts and removals meanwhile. */
  merge(keys: readonly string[], key: string): Generator<void, Uint8Array>;
}
