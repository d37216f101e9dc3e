import { bundledModel } from '../adjusted/bundled-model.ts';
import type { ProvidedModel } from '../adjusted/provided-model.ts';
import type { ProviderSetup } from '../adjusted/provider-setup.ts';
import { withModelFile } from '../use/with-model-file.ts';
import { bundledOrama } from './bundled-orama.ts';
import { createOramaEmbedder } from './orama-embedder.ts';

/** The model of Orama's plugin. */
export async function findOrama(setup: ProviderSetup): Promise<ProvidedModel> {
  return bundledModel(
    await withModelFile(setup, (weights) => createOramaEmbedder({ ...bundledOrama, weights }, setup)),
  );
}
