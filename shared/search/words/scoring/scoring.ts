import { FIELD_BITS, FIELD_MASK } from '../segments/postings.ts';
import type { Postings, PostingsSource } from '../segments/postings.ts';

/** One number per field. */
export type PerField = readonly [title: number, headings: number, body: number, tags: number, properties: number];

/** How notes are ranked, chosen by measurement: docs/decisions/fulltext-ranking.md. */
export interface Ranking {
  /** Weights of a word in title and aliases, headings, body, tags, values of properties. */
  fieldWeights: PerField;
  /** How much a field's length counts against it, 0 to 1. */
  lengthPenalties: PerField;
  /** How slowly repeated words saturate (k1 of BM25). */
  saturation: number;
  /** Weight of two neighbouring words of the query found together, as a term of its own. */
  pairWeight: number;
  /** Weight of a compound written as one run, as a term of its own: enough to come first among equals. */
  wholeWeight: number;
  /** What a title fully in the query adds, as a share of the score. */
  titleCover: number;
  /** How many times the mean length a body must have to count at least as much as its best chunk does by itself. */
  longBody: number;
  /**
   * What it adds that a passage or the names have the whole query; as a share of the score. Twice over if a note has the
   * query as it stands, or the query a whole name.
   */
  onePlace: number;
}

export const RANKING: Ranking = {
  fieldWeights: [5, 2, 1, 2, 0.5],
  lengthPenalties: [0.75, 0.75, 0.75, 0.75, 0.75],
  saturation: 2,
  pairWeight: 0.25,
  wholeWeight: 0.01,
  titleCover: 0.4,
  longBody: 12,
  onePlace: 0.25,
};

/** A word, pair or phrase, with its postings by source. */
export interface ScoringTerm {
  lists: readonly Postings[];
  weight: number;
  /** How many words of the query it stands for. */
  covers: number;
}

/** A term with its own weight times inverse document frequency. */
export interface WeighedTerm extends ScoringTerm {
  factor: number;
}

/** What BM25 needs to know about the whole index. */
export interface CorpusStatistics {
  notes: number;
  /** Mean words per note and field. */
  averageLengths: Float64Array;
  /** Mean words per chunk. */
  averageChunk: number;
}

/** Weighs a term by the number of live notes that have it. */
export function weigh(term: ScoringTerm, corpus: CorpusStatistics): WeighedTerm {
  const frequency = frequencyOf(term.lists);
  return { ...term, factor: frequency === 0 ? 0 : term.weight * rarityOf(frequency, corpus) };
}

/** In how many live notes a term is, by its postings in all sources. */
export function frequencyOf(lists: readonly Postings[]): number {
  return lists.reduce((sum, list) => sum + rowCount(list), 0);
}

/** Inverse document frequency of a word in n notes, as in BM25. */
export function rarityOf(frequency: number, corpus: CorpusStatistics): number {
  return Math.log(1 + (corpus.notes - frequency + 0.5) / (frequency + 0.5));
}

/** Adds a term's BM25F (Zaragoza et al. 2004) to the scores of a source's rows. */
export function addScores(
  postings: Postings,
  weight: number,
  source: PostingsSource,
  corpus: CorpusStatistics,
  ranking: Ranking,
  scores: Float64Array,
): void {
  const { count, keys, starts } = postings;
  const { fieldWeights, lengthPenalties, saturation } = ranking;
  for (let i = 0; i < count; ) {
    const row = (keys[i] as number) >>> FIELD_BITS;
    let frequency = 0;
    for (; i < count && (keys[i] as number) >>> FIELD_BITS === row; i += 1) {
      const field = (keys[i] as number) & FIELD_MASK;
      const penalty = lengthPenalties[field] as number;
      const relative = source.lengthOf(row, field) / (corpus.averageLengths[field] as number);
      frequency +=
        ((fieldWeights[field] as number) * ((starts[i + 1] as number) - (starts[i] as number))) /
        (1 - penalty + penalty * relative);
    }
    scores[row] = (scores[row] as number) + (weight * frequency * (saturation + 1)) / (frequency + saturation);
  }
}

function rowCount(postings: Postings): number {
  let rows = 0;
  let last = -1;
  for (let i = 0; i < postings.count; i += 1) {
    const row = (postings.keys[i] as number) >>> FIELD_BITS;
    if (row !== last) rows += 1;
    last = row;
  }
  return rows;
}
