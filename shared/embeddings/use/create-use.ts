import type { EmbedderChoice } from '../embedder-choice.ts';
import type { Embedder } from '../embedder.ts';
import { bundledUse } from './bundled-use.ts';
import { createUseEmbedder } from './use-embedder.ts';
import { adjustEmbedder } from '../model/adjusted-embedder.ts';
import { keptDimensions } from '../model/kept-dimensions.ts';
import { overrideOf } from '../model/model-overrides.ts';
import type { ProviderSetup } from '../model/provider-setup.ts';

/**
 * The built-in embedder, which needs no prefixes, with an override's settings under `use` or its model's name.
 * @throws VaultLoomError `invalid_arguments` for an override of more dimensions than there are
 */
export function createUse(setup: ProviderSetup): EmbedderChoice {
  return builtInChoice(createUseEmbedder(bundledUse, setup), setup);
}

/** An embedder in the bundle that reads only English, with an override's settings under its provider's or its model's name. */
export function builtInChoice(embedder: Embedder, setup: ProviderSetup): EmbedderChoice {
  const { provider, model, dimensions } = embedder.identity;
  const { pooling: _, ...override } = overrideOf(setup.overrides, provider, [provider, model]);
  const { queryPrefix, documentPrefix } = override;
  const overrideApplied = Object.keys(override).length > 0;
  const adjustment = {
    prefixes: { query: queryPrefix ?? '', document: documentPrefix ?? '' },
    dimensions: keptDimensions(model, dimensions, override),
    maxTokens: override.maxTokens ?? embedder.maxTokens,
  };
  return {
    embedder: overrideApplied ? adjustEmbedder(embedder, adjustment) : embedder,
    readsEnglishOnly: true,
    prefixSource: queryPrefix === undefined && documentPrefix === undefined ? 'none' : 'override',
    overrideApplied,
  };
}
