/** The encoder as the build packs it; each call gives one part, and nothing is kept in between. */
export interface UsePackage {
  /** Gzip in base64: the graph model's topology and the specs of its weights, JSON. */
  graph: () => string;
  /** The quantised weights, at the beginning of memory that is given away. Rejects with why there are none. */
  weights: () => Promise<Uint8Array<ArrayBuffer>>;
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
  weights: Uint8Array<ArrayBuffer>;
  wasm: string;
  vocabulary: string;
}
