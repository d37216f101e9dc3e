import { type EmbeddingScope, serveEmbeddings } from '../pool/serve-embeddings.ts';
import { unpack } from './unpack.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UseEncoder } from './use-encoder.ts';
import { loadUseEncoder } from './use-encoder.ts';
import type { UseParts } from './use-parts.ts';
import { readTask } from './use-task.ts';
import { WORD_SPACE_BYTES, WordSpace } from './word-space.ts';

declare const self: EmbeddingScope<UseParts>;
let loaded: { tokenizer: UnigramTokenizer; encoder: UseEncoder; space: WordSpace } | null = null;

serveEmbeddings(self, { load, embed });

async function load(parts: UseParts): Promise<void> {
  const [graph, wasm] = await Promise.all([unpack(parts.graph), unpack(parts.wasm)]);
  const space = new WordSpace(parts.weights.subarray(-WORD_SPACE_BYTES));
  const encoder = await loadUseEncoder({ graph, weights: parts.weights, wasm });
  loaded = { tokenizer: new UnigramTokenizer(parseVocabulary(parts.vocabulary)), encoder, space };
}

/** The vectors of the texts, one after the other; those of words in the space of words. */
async function embed(task: string): Promise<Float32Array> {
  if (loaded === null) throw new Error('The model is not loaded.');
  const { tokenizer, encoder, space } = loaded;
  const { kind, texts } = readTask(task);
  const ids = texts.map((text) => tokenizer.encode(text));
  if (ids.some(({ length }) => length === 0)) throw new Error('The text is empty.');
  const vectors = await encoder.encode(ids);
  return joined(kind === 'texts' ? vectors : vectors.map((vector) => space.place(vector)));
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(vectors.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const vector of vectors) {
    all.set(vector, at);
    at += vector.length;
  }
  return all;
}
