import { messageOf } from '../../kit/text/message-of.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../pool/embedding-messages.ts';
import { ModelPieces } from '../pool/model-pieces.ts';
import { unpack } from './unpack.ts';
import { parseVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts';
import type { UseEncoder } from './use-encoder.ts';
import { loadUseEncoder } from './use-encoder.ts';
import type { UseParts } from './use-parts.ts';
import { MAX_CHARACTERS, readableText } from './use-text.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: EmbeddingRequest<UseParts> }) => void) | null;
  postMessage(message: EmbeddingReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
const pieces = new ModelPieces();
let loaded: { tokenizer: UnigramTokenizer; encoder: UseEncoder } | null = null;

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
  const encoder = await loadUseEncoder({ graph, weights: parts.weights, wasm });
  loaded = { tokenizer: new UnigramTokenizer(parseVocabulary(parts.vocabulary)), encoder };
}

async function embed(text: string): Promise<Float32Array> {
  if (loaded === null) throw new Error('The model is not loaded.');
  const ids = loaded.tokenizer.encode(readableText(text.slice(0, MAX_CHARACTERS)));
  if (ids.length === 0) throw new Error('The text is empty.');
  return loaded.encoder.encode(ids);
}
