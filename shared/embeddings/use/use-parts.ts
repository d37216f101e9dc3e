/** The encoder's parts. Each call returns one, which is not kept. */
export interface UsePackage {
  /** The graph model's topology and the specs of its weights as JSON, gzip in base64. */
  graph: () => string;
  /** The quantised weights, at the start of a buffer of their own, which the receiver may take. Rejects if there are none. */
  weights: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The wasm backend, gzip in base64. */
  wasm: () => string;
  /** JSON: `VocabularyEntry[]`. */
  vocabulary: () => string;
  worker: () => string;
}

/** What the worker is loaded with. */
export interface UseParts {
  graph: string;
  weights: Uint8Array<ArrayBuffer>;
  wasm: string;
  vocabulary: string;
}
