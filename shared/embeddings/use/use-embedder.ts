import type { Embedder, EmbedderIdentity, WordEncoder } from '../embedder.ts';
import type { EmbeddingWorkerPool } from '../pool/embedding-worker-pool.ts';
import { encoderPool, encoderTokens, refuseBlank, type EncoderPoolOptions } from './encoder-pool.ts';
import type { UsePackage } from './use-parts.ts';
import { writeTexts, writeWords } from './use-task.ts';
import { MAX_TOKENS } from './use-text.ts';
import { WORD_DIMENSIONS } from './word-space.ts';

/**
 * The built-in embedder: Universal Sentence Encoder Lite, for English, entirely local. Reads the first 128 tokens of a
 * text, 70 to 90 words. The first text reads and unpacks it; a minute without texts releases it.
 */
export function createUseEmbedder(files: UsePackage, options: EncoderPoolOptions): Embedder {
  const pool = encoderPool('vault-loom-use', files, options);
  return {
    identity: IDENTITY,
    maxTokens: MAX_TOKENS,
    words: wordEncoder(pool, files.space, Math.min(options.threads + 1, MOST_TASKS)),
    // Batches of long texts gain nothing; one extra call saves workers a wait for this thread.
    pace: { textsPerCall: 1, callsAtOnce: options.threads + 1, shortTextsPerCall: SHORT_TEXTS_A_TASK },
    countTokens: encoderTokens(files),
    embed: async (
      texts,
      kind,
      { signal, priority = kind === 'query' ? 'now' : 'background', areShort = false } = {},
    ) => {
      texts.forEach(refuseBlank);
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

const IDENTITY: EmbedderIdentity = {
  provider: 'use',
  model: 'universal-sentence-encoder-lite-q8',
  dimensions: 512,
  prefixes: { query: '', document: '' },
};
