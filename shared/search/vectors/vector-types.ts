/** What vectors must share to be compared. */
export interface VectorIdentity {
  /** What makes the vectors, and by which model, its version included. */
  provider: string;
  model: string;
  dimensions: number;
  /** What precedes a query, and a text. */
  prefixes: { query: string; document: string };
  /** `CHUNKER_VERSION` of the chunks that were embedded. */
  chunker: number;
}

/** How chunks score their note: by the best, the mean of the best two, or just the first. */
export type NoteMeasure = 'best' | 'best-two' | 'lead';

export interface VectorHit {
  /** The note's number, given by the caller. */
  id: number;
  /** The chunk nearest to the query. */
  chunk: number;
  /** Cosine, -1 to 1; of several vectors, what the measure combines them to. */
  score: number;
}

/** Cosines of a query with all chunks, to rank by. Read them before notes change. */
export interface VectorScores {
  /** The best notes, best first. */
  notes(limit: number, measure: NoteMeasure): VectorHit[];
  /** The best chunks, best first. */
  chunks(limit: number): VectorHit[];
}

/** One text per identity, equal only if all parts are. */
export function identityText(identity: VectorIdentity): string {
  const { provider, model, dimensions, prefixes, chunker } = identity;
  return JSON.stringify([provider, model, dimensions, prefixes.query, prefixes.document, chunker]);
}
