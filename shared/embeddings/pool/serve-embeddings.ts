import { messageOf } from '../../kit/text/message-of.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-messages.ts';
import { ModelPieces } from './model-pieces.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
export interface EmbeddingScope<Model> {
  onmessage: ((event: { data: EmbeddingRequest<Model> }) => void) | null;
  postMessage(message: EmbeddingReply, transfer: ArrayBufferLike[]): void;
}

export interface ServedModel<Model> {
  load(model: Model): Promise<void>;
  /** Rejects if the text has no vector, or nothing is loaded. */
  embed(text: string): Promise<Float32Array>;
}

/** Answers in a worker: puts a model together from its pieces, loads it, and embeds texts. */
export function serveEmbeddings<Model extends object>(scope: EmbeddingScope<Model>, served: ServedModel<Model>): void {
  const pieces = new ModelPieces();
  const answer = async (request: EmbeddingRequest<Model>): Promise<EmbeddingReply> => {
    try {
      if (request.kind === 'embed')
        return { kind: 'embedded', id: request.id, vector: await served.embed(request.text) };
      if (request.kind === 'piece') {
        pieces.add(request);
        return { kind: 'next' };
      }
      await served.load(pieces.joined(request.model));
      return { kind: 'ready' };
    } catch (error) {
      const message = messageOf(error);
      return request.kind === 'embed'
        ? { kind: 'failed', id: request.id, reason: 'embed-error', message }
        : { kind: 'broken', message };
    }
  };
  scope.onmessage = ({ data }) => {
    void answer(data).then((reply) => {
      scope.postMessage(reply, reply.kind === 'embedded' ? [reply.vector.buffer] : []);
    });
  };
}
