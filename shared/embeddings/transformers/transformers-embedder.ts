import type { Embedder, EmbedderIdentity } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import type { EmbeddingWorkerPoolOptions } from '../pool/embedding-worker-pool.ts';
import { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import type { TransformersModel } from './transformers-messages.ts';

/** Embeds in one worker, where the library uses the given number of threads; it ends when idle. */
export function createTransformersEmbedder(
  model: TransformersModel,
  identity: EmbedderIdentity,
  options: Pick<EmbeddingWorkerPoolOptions, 'spawnWorker' | 'schedule' | 'code'>,
): Embedder {
  const pool = new EmbeddingWorkerPool({
    ...options,
    name: 'vault-loom-transformers',
    model: () => model,
    threads: 1,
    // The first time, it is downloaded.
    loadTimeoutMs: 15 * 60_000,
    textTimeoutMs: 60_000,
  });
  return {
    identity,
    maxTokens: model.maxTokens,
    pace: { textsPerCall: 1, callsAtOnce: 2 },
    countTokens: estimateTokens,
    embed: (texts, kind, { signal, priority = kind === 'query' ? 'now' : 'background' } = {}) =>
      Promise.all(
        texts.map((text, index) => (/\S/u.test(text) ? pool.embed(text, priority, signal) : refuseBlank(index))),
      ),
    state: () => pool.state(),
    retry: () => {
      pool.retry();
    },
    close: () => pool.close(),
  };
}

function refuseBlank(index: number): Promise<never> {
  return Promise.reject(new EmbedError('embed-error', 'The text has nothing to embed.', undefined, index));
}
