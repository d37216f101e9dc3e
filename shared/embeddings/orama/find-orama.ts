import { bundledModel } from '../model/bundled-model.ts';
import type { ProvidedModel } from '../model/provided-model.ts';
import type { ProviderSetup } from '../model/provider-setup.ts';
import { bundledOrama } from './bundled-orama.ts';
import { createOramaEmbedder } from './orama-embedder.ts';

/** The model of Orama's plugin. */
export function findOrama(setup: ProviderSetup): ProvidedModel {
  return bundledModel(createOramaEmbedder(bundledOrama, setup));
}
