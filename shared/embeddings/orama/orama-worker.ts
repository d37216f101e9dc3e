import { messageOf } from '../../kit/text/message-of.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../pool/embedding-messages.ts';
import { ModelPieces } from '../pool/model-pieces.ts';
import { unpack } from '../use/unpack.ts';
import type { UseParts } from '../use/use-parts.ts';
import { MAX_CHARACTERS, readableText } from '../use/use-text.ts';
import { provideModel } from './local-encoder.ts';
import { readTask } from './orama-task.ts';
import type { VectorDatabase } from './vector-database.ts';
import { openVectorDatabase } from './vector-database.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: EmbeddingRequest<UseParts> }) => void) | null;
  postMessage(message: EmbeddingReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
const pieces = new ModelPieces();
let database: VectorDatabase | null = null;

// The plugin prints the vector of every query, but the host's stdout may carry a protocol.
Object.assign(globalThis.console, { log: () => undefined });

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

async function load({ vocabulary, weights, ...packed }: UseParts): Promise<void> {
  const [graph, wasm] = await Promise.all([unpack(packed.graph), unpack(packed.wasm)]);
  provideModel({ graph, weights, wasm, vocabulary });
  database = await openVectorDatabase();
}

async function embed(task: string): Promise<Float32Array> {
  if (database === null) throw new Error('The model is not loaded.');
  const { text, kind } = readTask(task);
  return database.vectorOf(readableText(text.slice(0, MAX_CHARACTERS)), kind);
}
