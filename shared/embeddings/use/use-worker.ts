import { messageOf } from '../../kit/text/message-of.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../pool/embedding-messages.ts';
import { ModelPieces } from '../pool/model-pieces.ts';
import { unpack } from './unpack.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UseEncoder } from './use-encoder.ts';
import { loadUseEncoder } from './use-encoder.ts';
import type { UseParts } from './use-parts.ts';
import { readTask } from './use-task.ts';
import { WORD_SPACE_BYTES, WordSpace } from './word-space.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: EmbeddingRequest<UseParts> }) => void) | null;
  postMessage(message: EmbeddingReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
const pieces = new ModelPieces();
let loaded: { tokenizer: UnigramTokenizer; encoder: UseEncoder; space: WordSpace } | null = null;

self.onmessage = ({ data }) => {
  void answer(data).then((reply) => {
    self.postMessage(reply, reply.kind === 'embedded' ? [reply.vector.buffer] : []);
  });
};

async function answer(request: EmbeddingRequest<UseParts>): Promise<EmbeddingReply> {
  try {
    if (request.kind === 'embed') return { kind: 'embedded', id: request.id, vector: await embed(request.text) };
    if (request.kind === 'piece') {
      pieces.add(request);
      return { kind: 'next' };
    }
    await load(pieces.joined(request.model));
    return { kind: 'ready' };
  } catch (error) {
    const message = messageOf(error);
    return request.kind === 'embed'
      ? { kind: 'failed', id: request.id, reason: 'embed-error', message }
      : { kind: 'broken', message };
  }
}

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
