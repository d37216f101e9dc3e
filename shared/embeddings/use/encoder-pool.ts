import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Embedder } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UsePackage } from './use-parts.ts';
import { readableText } from './use-text.ts';

export interface EncoderPoolOptions {
  spawnWorker: SpawnWorker;
  schedule: Schedule;
  /** Most workers, each with its own copy of the model, about 130 MB. */
  threads: number;
}

/** Workers that run the built-in encoder. */
export function encoderPool(name: string, files: UsePackage, options: EncoderPoolOptions): EmbeddingWorkerPool {
  return new EmbeddingWorkerPool({
    ...options,
    name,
    code: files.worker,
    model: async () => ({
      weights: await files.weights(),
      graph: files.graph(),
      wasm: files.wasm(),
      vocabulary: files.vocabulary(),
    }),
  });
}

/** Counts tokens as the encoder does; reads its vocabulary for the first text. */
export function encoderTokens(files: UsePackage): Embedder['countTokens'] {
  let tokenizer: UnigramTokenizer | null = null;
  return (text) => {
    tokenizer ??= new UnigramTokenizer(parseVocabulary(files.vocabulary()));
    return tokenizer.count(readableText(text));
  };
}

/** @throws EmbedError for a text of white space */
export function refuseBlank(text: string): void {
  if (!/\S/u.test(text)) throw new EmbedError('embed-error', 'The text has nothing to embed.');
}
