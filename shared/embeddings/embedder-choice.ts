import type { Embedder } from './embedder.ts';

/** Where an embedder's prefixes come from (docs/embeddings.md, 'Prefixes'). */
export type PrefixSource = 'override' | 'seed' | 'metadata' | 'metadata-base' | 'readme' | 'fallback' | 'none';

/** An embedder ready for use, and its description for `index_status`. Loads nothing before its first text. */
export interface EmbedderChoice {
  embedder: Embedder;
  /** Text in other languages is left to full text and LSA. */
  readsEnglishOnly: boolean;
  prefixSource: PrefixSource;
  /** Whether `model-overrides.json` changed anything. */
  overrideApplied: boolean;
}

/**
 * Makes the embedder that settings name; null if embeddings are off. Called once the index is open.
 * @throws VaultLoomError if the setting or the override file is invalid, or the model is not available
 */
export type CreateEmbedder = () => Promise<EmbedderChoice | null>;
