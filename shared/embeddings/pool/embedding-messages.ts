import type { EmbedFailure } from '../embedder.ts';
import type { ModelPiece } from './model-pieces.ts';

/**
 * A pool's requests to a worker. `load` comes once, before any text and after the pieces of a large model; what `model`
 * is depends on the provider.
 */
export type EmbeddingRequest<Model = unknown> =
  | ({ kind: 'piece' } & ModelPiece)
  | { kind: 'load'; model: Model }
  | { kind: 'embed'; id: number; text: string };

/** The worker's answers: `next` to a piece, `ready` or `broken` to `load`, the others with the text's `id`. */
export type EmbeddingReply =
  | { kind: 'next' }
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  | { kind: 'embedded'; id: number; vector: Float32Array }
  | { kind: 'failed'; id: number; reason: EmbedFailure; message: string };
