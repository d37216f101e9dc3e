import type { EmbedderChoice } from '../embedder-choice.ts';
import { builtInChoice } from '../use/create-use.ts';
import type { ProviderSetup } from '../model/provider-setup.ts';
import { bundledOrama } from './bundled-orama.ts';
import { createOramaEmbedder } from './orama-embedder.ts';

/**
 * The embedder of Orama's plugin, which needs no prefixes, with an override's settings under `orama` or its model's name.
 * @throws VaultLoomError `invalid_arguments` for an override of more dimensions than there are
 */
export function createOrama(setup: ProviderSetup): EmbedderChoice {
  return builtInChoice(createOramaEmbedder(bundledOrama, setup), setup);
}
