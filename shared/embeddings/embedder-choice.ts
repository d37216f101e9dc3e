import type { Embedder } from './embedder.ts';

/** Where an embedder's prefixes come from (docs/embeddings.md, 'Prefixes'). */
export type PrefixSource = 'override' | 'seed' | 'metadata' | 'metadata-base' | 'readme' | 'fallback' | 'none';

/** An embedder ready for use, with its description for `index_status`. Nothing is loaded before its first text. */
export interface EmbedderChoice {
  embedder: Embedder;
  /** For a model that knows no other language: text in others is left to full text and LSA. */
  readsEnglishOnly: boolean;
  prefixSource: PrefixSource;
  /** Whether the person's `model-overrides.json` changed anything of it. */
  overrideApplied: boolean;
}

/**
 * Makes the embedder that settings name; null if embeddings are turned off. Called when the index is open.
 * Throws `VaultLoomError` if the setting or the override file is invalid, or the model not available.
 */
export type CreateEmbedder = () => Promise<EmbedderChoice | null>;
