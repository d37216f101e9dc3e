import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantiseUse } from '../../build/model/quantise-use.mjs';
import type { WordEncoder } from '../../shared/embeddings/embedder.ts';
import { UnigramTokenizer } from '../../shared/embeddings/use/unigram-tokenizer.ts';
import type { VocabularyEntry } from '../../shared/embeddings/use/unigram-tokenizer.ts';
import { unpack } from '../../shared/embeddings/use/unpack.ts';
import { loadUseEncoder } from '../../shared/embeddings/use/use-encoder.ts';
import { readableText } from '../../shared/embeddings/use/use-text.ts';
import { WORD_DIMENSIONS, WordSpace } from '../../shared/embeddings/use/word-space.ts';

export const USE_DIMENSIONS = 512;

/** The built-in sentence encoder, run in this process. */
export interface UseVectors {
  /** The vector of a text. */
  embed: (text: string) => Promise<Float32Array>;
  words: WordEncoder;
}

/** Vectors of the built-in sentence encoder; those of texts are cached in the system's temporary folder. */
export async function openUseVectors(): Promise<UseVectors> {
  const parts = await quantiseUse();
  const cache = await openCache(
    createHash('sha256').update(parts.weights).update(parts.graph).digest('hex').slice(0, 16),
  );
  let encoder: Promise<Encode> | undefined;
  const space = new WordSpace(parts.wordSpace);
  return {
    embed: async (text) => {
      const known = cache.vectors.get(hashOf(text));
      if (known !== undefined) return known;
      encoder ??= loadEncoder(parts);
      const [vector = new Float32Array(0)] = await (await encoder)([text]);
      await cache.add(text, vector);
      return vector;
    },
    words: {
      space: 'bench',
      dimensions: WORD_DIMENSIONS,
      embed: async (words) => {
        encoder ??= loadEncoder(parts);
        const placed: Float32Array[] = [];
        for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
          const vectors = await (await encoder)(words.slice(at, at + WORDS_AT_ONCE));
          placed.push(...vectors.map((vector) => space.place(vector)));
        }
        return placed;
      },
    },
  };
}

const WORDS_AT_ONCE = 64;

type Encode = (texts: readonly string[]) => Promise<Float32Array[]>;

async function loadEncoder(parts: Awaited<ReturnType<typeof quantiseUse>>): Promise<Encode> {
  const [graph, wasm] = await Promise.all([unpack(parts.graph), unpack(parts.wasm)]);
  const encoder = await loadUseEncoder({ graph, weights: Uint8Array.from(parts.weights), wasm });
  const tokenizer = new UnigramTokenizer(JSON.parse(parts.vocabulary) as VocabularyEntry[]);
  return (texts) => encoder.encode(texts.map((text) => tokenizer.encode(readableText(text))));
}

/** A file of records: 16 bytes of hash, then the vector. */
async function openCache(
  model: string,
): Promise<{ vectors: Map<string, Float32Array>; add: (text: string, vector: Float32Array) => Promise<void> }> {
  const folder = join(tmpdir(), 'vault-loom-bench');
  const file = join(folder, `use-${model}.vectors`);
  await mkdir(folder, { recursive: true });
  const bytes = await readFile(file).catch(() => new Uint8Array(0));
  const vectors = new Map<string, Float32Array>();
  for (let at = 0; at + RECORD <= bytes.length; at += RECORD) {
    const numbers = Uint8Array.from(bytes.subarray(at + HASH_BYTES, at + RECORD));
    vectors.set(Buffer.from(bytes.subarray(at, at + HASH_BYTES)).toString('hex'), new Float32Array(numbers.buffer));
  }
  return {
    vectors,
    add: async (text, vector) => {
      vectors.set(hashOf(text), vector);
      await appendFile(
        file,
        Buffer.concat([
          Buffer.from(hashOf(text), 'hex'),
          Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
        ]),
      );
    },
  };
}

const HASH_BYTES = 16;
const RECORD = HASH_BYTES + USE_DIMENSIONS * Float32Array.BYTES_PER_ELEMENT;

function hashOf(text: string): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES);
}
