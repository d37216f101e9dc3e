import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Embedder, EmbedderIdentity } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UsePackage } from './use-parts.ts';
import { MAX_TOKENS, readableText } from './use-text.ts';

export interface UseEmbedderOptions {
  spawnWorker: SpawnWorker;
  schedule: Schedule;
  /** Most workers, each with its own copy of the model, about 130 MB. */
  threads: number;
}

/**
 * The built-in embedder: Universal Sentence Encoder Lite, for English, entirely local. Reads the first 128 tokens of a
 * text, 70 to 90 words. The first text reads and unpacks it; a minute without texts releases it.
 */
export function createUseEmbedder(files: UsePackage, options: UseEmbedderOptions): Embedder {
  const pool = new EmbeddingWorkerPool({
    ...options,
    name: 'vault-loom-use',
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
    identity: IDENTITY,
    maxTokens: MAX_TOKENS,
    // Batches gain nothing; one extra call saves workers a wait for this thread.
    pace: { textsPerCall: 1, callsAtOnce: options.threads + 1 },
    countTokens: (text) => {
      tokenizer ??= new UnigramTokenizer(parseVocabulary(files.vocabulary()));
      return tokenizer.count(readableText(text));
    },
    embed: (texts, kind, { signal, priority = kind === 'query' ? 'now' : 'background' } = {}) =>
      Promise.all(texts.map((text) => (isBlank(text) ? refuseBlank() : pool.embed(text, priority, signal)))),
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

const IDENTITY: EmbedderIdentity = {
  provider: 'use',
  model: 'universal-sentence-encoder-lite-q8',
  dimensions: 512,
  prefixes: { query: '', document: '' },
};
