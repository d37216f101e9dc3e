import type { Embedder } from '../embedder.ts';
import type { ProvidedModel } from './provided-model.ts';

/** The built-in model, which reads only English and needs no prefixes. */
export function bundledModel(embedder: Embedder): ProvidedModel {
  const { provider, model, dimensions } = embedder.identity;
  return {
    provider,
    name: model,
    names: [provider, model],
    describe: () =>
      Promise.resolve({
        version: '',
        vectorLength: () => Promise.resolve(dimensions),
        maxTokens: embedder.maxTokens,
        readsEnglishOnly: () => Promise.resolve(true),
      }),
    run: () => embedder,
  };
}
