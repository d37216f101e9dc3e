import type { Embedder } from '../embedder.ts';
import type { ProviderSetup } from '../adjusted/provider-setup.ts';
import type { UsePackage } from './use-parts.ts';
import { BUILT_IN_MODEL } from './weights/built-in-model.ts';
import { ModelWeights } from './weights/model-weights.ts';

/** An embedder that reads its weights from the built-in model's file, and says so while the file is missing. */
export async function withModelFile(
  { modelFolders }: Pick<ProviderSetup, 'modelFolders'>,
  make: (weights: UsePackage['weights']) => Embedder,
): Promise<Embedder> {
  const weights = new ModelWeights(BUILT_IN_MODEL, modelFolders);
  const embedder = make(() => weights.read());
  await weights.look();
  return {
    ...embedder,
    state: () => {
      const state = embedder.state();
      const isLoaded = state.phase === 'ready' || state.phase === 'closed';
      return weights.missing === null || isLoaded ? state : { phase: 'missing', missing: weights.missing };
    },
    look: () => weights.look(),
  };
}
