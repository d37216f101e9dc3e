/** What vectors must have in common to be compared; any change makes them useless. */
export interface VectorIdentity {
  /** What makes the vectors, and by which model, including the version of its weights. */
  provider: string;
  model: string;
  dimensions: number;
  /** What is put before a query and before a text. */
  prefixes: { query: string; document: string };
  /** `CHUNKER_VERSION` of the chunks that were embedded. */
  chunker: number;
}

/** How a note's score is computed from those of its chunks: the best, the mean of the best two, or just the first. */
export type NoteMeasure = 'best' | 'best-two' | 'lead';

export interface VectorHit {
  /** The note's stable number, as the caller set it. */
  id: number;
  /** Index of the chunk that is nearest to the query. */
  chunk: number;
  /** Cosine, -1 to 1; or the measure's combination of several. */
  score: number;
}

/** Cosines of one query with all chunks, from which several rankings can be read. Read them before notes change. */
export interface VectorScores {
  /** The best notes, best first; of equal ones the lower id. */
  notes(limit: number, measure: NoteMeasure): VectorHit[];
  /** The best chunks, best first; of equal ones the lower id, then the lower chunk. */
  chunks(limit: number): VectorHit[];
}

/** One text for an identity: equal exactly if all parts are. */
export function identityText(identity: VectorIdentity): string {
  const { provider, model, dimensions, prefixes, chunker } = identity;
  return JSON.stringify([provider, model, dimensions, prefixes.query, prefixes.document, chunker]);
}
