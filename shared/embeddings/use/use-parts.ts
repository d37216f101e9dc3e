/** The encoder as the build packs it. Each call returns a part as a string, which is not kept. */
export interface UsePackage {
  /** The graph model's topology and the specs of its weights as JSON, gzip in base64. */
  graph: () => string;
  /** The quantised weights, gzip in base64. */
  weights: () => string;
  /** The wasm backend, gzip in base64. */
  wasm: () => string;
  /** JSON: `VocabularyEntry[]`. */
  vocabulary: () => string;
  worker: () => string;
}

/** What the worker is loaded with. */
export interface UseParts {
  graph: string;
  weights: string;
  wasm: string;
  vocabulary: string;
}
