import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Embedder, EmbedderIdentity, WordEncoder } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UsePackage } from './use-parts.ts';
import { writeTexts, writeWords } from './use-task.ts';
import { MAX_TOKENS, readableText } from './use-text.ts';
import { WORD_DIMENSIONS } from './word-space.ts';

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
    words: wordEncoder(pool, files.space, Math.min(options.threads + 1, MOST_TASKS)),
    // Batches of long texts gain nothing; one extra call saves workers a wait for this thread.
    pace: { textsPerCall: 1, callsAtOnce: options.threads + 1, shortTextsPerCall: SHORT_TEXTS_A_TASK },
    countTokens: (text) => {
      tokenizer ??= new UnigramTokenizer(parseVocabulary(files.vocabulary()));
      return tokenizer.count(readableText(text));
    },
    embed: async (
      texts,
      kind,
      { signal, priority = kind === 'query' ? 'now' : 'background', areShort = false } = {},
    ) => {
      if (texts.some(isBlank)) throw new EmbedError('embed-error', 'The text has nothing to embed.');
      const batches = batchesOf(texts, areShort ? SHORT_TEXTS_A_TASK : 1);
      const joined = await Promise.all(batches.map((batch) => pool.embed(writeTexts(batch), priority, signal)));
      return joined.flatMap((numbers) => vectorsIn(numbers, IDENTITY.dimensions));
    },
    state: () => pool.state(),
    retry: () => {
      pool.retry();
    },
    close: () => pool.close(),
  };
}

function wordEncoder(pool: EmbeddingWorkerPool, space: string, tasksAtOnce: number): WordEncoder {
  return {
    space,
    dimensions: WORD_DIMENSIONS,
    embed: async (words, { signal, priority = 'background' } = {}) => {
      const placed: Float32Array[][] = [];
      const left = batchesOf(words, WORDS_A_TASK).entries();
      const embedInTurn = async (): Promise<void> => {
        for (const [i, batch] of left)
          placed[i] = vectorsIn(await pool.embed(writeWords(batch), priority, signal), WORD_DIMENSIONS);
      };
      await Promise.all(Array.from({ length: tasksAtOnce }, embedInTurn));
      return placed.flat();
    },
  };
}

/** As long as a passage takes; more at once gain nothing. */
const WORDS_A_TASK = 64;
/** More listeners on one signal than ten make Node complain. */
const MOST_TASKS = 8;

/** Saves the worker most of what a call costs besides, and still lets a question in after 0.1 s. */
const SHORT_TEXTS_A_TASK = 4;

function batchesOf(texts: readonly string[], size: number): string[][] {
  const count = Math.ceil(texts.length / size);
  return Array.from({ length: count }, (_, i) => texts.slice(i * size, (i + 1) * size));
}

/** Vectors that lie one after the other, as views: a buffer for each would have V8 collect garbage for their bytes. */
function vectorsIn(numbers: Float32Array, dimensions: number): Float32Array[] {
  const count = numbers.length / dimensions;
  return Array.from({ length: count }, (_, i) => numbers.subarray(i * dimensions, (i + 1) * dimensions));
}

function isBlank(text: string): boolean {
  return !/\S/u.test(text);
}

const IDENTITY: EmbedderIdentity = {
  provider: 'use',
  model: 'universal-sentence-encoder-lite-q8',
  dimensions: 512,
  prefixes: { query: '', document: '' },
};
