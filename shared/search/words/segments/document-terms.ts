/** What the index keeps of a note besides postings. */
export interface DocumentShape {
  /** Words in each field. */
  lengths: Int32Array;
  /** `CHUNK_STRIDE` numbers each (see postings.ts). */
  chunks: Int32Array;
  /** Of the title and each alias: its start position and its number of meaningful words. */
  names: Int32Array;
}

/** A note cut into terms, ready to be posted, perhaps by another thread. */
export interface DocumentTerms extends DocumentShape {
  /** The terms by number; more than the note has, and shared by many notes. Only grows. */
  vocabulary: readonly string[];
  /** One posting after another, in the order they are to be posted: {@link POSTING_HEADER}, then the positions. */
  postings: Int32Array;
}

/** The fixed part of a posting in {@link DocumentTerms}: number of the term, field, number of positions. */
export const POSTING_HEADER = 3;
