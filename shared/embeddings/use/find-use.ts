import { bundledModel } from '../adjusted/bundled-model.ts';
import type { ProvidedModel } from '../adjusted/provided-model.ts';
import type { ProviderSetup } from '../adjusted/provider-setup.ts';
import { bundledUse } from './bundled-use.ts';
import { createUseEmbedder } from './use-embedder.ts';
import { withModelFile } from './with-model-file.ts';

/** The built-in model. */
export async function findUse(setup: ProviderSetup): Promise<ProvidedModel> {
  return bundledModel(await withModelFile(setup, (weights) => createUseEmbedder({ ...bundledUse, weights }, setup)));
}
