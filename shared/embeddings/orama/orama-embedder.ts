import type { Embedder } from '../embedder.ts';
import { encoderPool, encoderTokens, refuseBlank, type EncoderPoolOptions } from '../use/encoder-pool.ts';
import type { UsePackage } from '../use/use-parts.ts';
import { MAX_TOKENS } from '../use/use-text.ts';
import { writeTask } from './orama-task.ts';

/**
 * The embedder of @orama/plugin-embeddings: Universal Sentence Encoder Lite, for English, as Orama runs it, but with
 * the built-in model. Vectors equal those of `use`, only slower (docs/decisions/orama-embeddings.md).
 * @param files the parts of `use`, with orama-worker.ts as the worker
 */
export function createOramaEmbedder(files: UsePackage, options: EncoderPoolOptions): Embedder {
  const pool = encoderPool('vault-loom-orama', files, options);
  return {
    identity: {
      provider: 'orama',
      model: 'universal-sentence-encoder-lite-q8',
      dimensions: 512,
      prefixes: { query: '', document: '' },
    },
    maxTokens: MAX_TOKENS,
    // The plugin embeds one text per call.
    pace: { textsPerCall: 1, callsAtOnce: options.threads + 1 },
    countTokens: encoderTokens(files),
    embed: async (texts, kind, { signal, priority = kind === 'query' ? 'now' : 'background' } = {}) => {
      texts.forEach(refuseBlank);
      return Promise.all(texts.map((text) => pool.embed(writeTask(text, kind), priority, signal)));
    },
    state: () => pool.state(),
    retry: () => {
      pool.retry();
    },
    close: () => pool.close(),
  };
}
