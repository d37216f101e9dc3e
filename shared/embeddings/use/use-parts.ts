/** The encoder's parts. Each call returns one, which is not kept. */
export interface UsePackage {
  /** The graph model's topology and the specs of its weights as JSON, gzip in base64. */
  graph: () => string;
  /**
   * The quantised weights and the space of words (see word-space.ts), at the start of a buffer of their own, which the
   * receiver may take. Rejects if there are none.
   */
  weights: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The wasm backend, gzip in base64. */
  wasm: () => string;
  /** JSON: `VocabularyEntry[]`. */
  vocabulary: () => string;
  worker: () => string;
  /** Tells this encoder's vectors of words from those of any other. */
  space: string;
}

/** What the worker is loaded with. */
export interface UseParts {
  graph: string;
  /** As in {@link UsePackage}. */
  weights: Uint8Array<ArrayBuffer>;
  wasm: string;
  vocabulary: string;
}
