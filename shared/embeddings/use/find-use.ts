import { bundledModel } from '../model/bundled-model.ts';
import type { ProvidedModel } from '../model/provided-model.ts';
import type { ProviderSetup } from '../model/provider-setup.ts';
import { bundledUse } from './bundled-use.ts';
import { createUseEmbedder } from './use-embedder.ts';

/** The built-in model. */
export function findUse(setup: ProviderSetup): ProvidedModel {
  return bundledModel(createUseEmbedder(bundledUse, setup));
}
