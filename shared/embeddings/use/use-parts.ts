/** The encoder as the build packs it; each call gives one part as a string, and nothing is kept in between. */
export interface UsePackage {
  /** Gzip in base64: the graph model's topology and the specs of its weights, JSON. */
  graph: () => string;
  /** Gzip in base64: the quantised weights. */
  weights: () => string;
  /** Gzip in base64: the wasm backend. */
  wasm: () => string;
  /** JSON: `VocabularyEntry[]`. */
  vocabulary: () => string;
  /** The worker's code. */
  worker: () => string;
}

/** What the worker is loaded with. */
export interface UseParts {
  graph: string;
  weights: string;
  wasm: string;
  vocabulary: string;
}
