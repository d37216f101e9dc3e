import type { Embedder } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { parseVocabulary, UnigramTokenizer } from '../use/unigram-tokenizer.ts';
import type { UseEmbedderOptions } from '../use/use-embedder.ts';
import type { UsePackage } from '../use/use-parts.ts';
import { MAX_TOKENS, readableText } from '../use/use-text.ts';
import { writeTask } from './orama-task.ts';

/**
 * The embedder of @orama/plugin-embeddings: Universal Sentence Encoder Lite, for English, as Orama runs it, but with
 * the built-in model. Vectors equal those of `use`, only slower (docs/decisions/orama-embeddings.md).
 * @param files the parts of `use`, with orama-worker.ts as the worker
 */
export function createOramaEmbedder(files: UsePackage, options: UseEmbedderOptions): Embedder {
  const pool = new EmbeddingWorkerPool({
    ...options,
    name: 'vault-loom-orama',
    code: files.worker,
    model: async () => ({
      weights: await files.weights(),
      graph: files.graph(),
      wasm: files.wasm(),
      vocabulary: files.vocabulary(),
    }),
  });
  let tokenizer: UnigramTokenizer | null = null;
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
    countTokens: (text) => {
      tokenizer ??= new UnigramTokenizer(parseVocabulary(files.vocabulary()));
      return tokenizer.count(readableText(text));
    },
    embed: (texts, kind, { signal, priority = kind === 'query' ? 'now' : 'background' } = {}) =>
      Promise.all(
        texts.map((text) => (isBlank(text) ? refuseBlank() : pool.embed(writeTask(text, kind), priority, signal))),
      ),
    state: () => pool.state(),
    retry: () => {
      pool.retry();
    },
    close: () => pool.close(),
  };
}

function isBlank(text: string): boolean {
  return !/\S/u.test(text);
}

function refuseBlank(): Promise<never> {
  return Promise.reject(new EmbedError('embed-error', 'The text has nothing to embed.'));
}
