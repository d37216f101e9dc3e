import type { EmbedFailure } from './embedder.ts';

/** What a pool asks of an embedding worker. `load` comes first and once; its `model` is the provider's own affair. */
export type EmbeddingRequest<Model = unknown> = { kind: 'load'; model: Model } | { kind: 'embed'; id: number; text: string };

/** What the worker answers: `ready` or `broken` to `load`, the others under the `id` of the text. */
export type EmbeddingReply =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  | { kind: 'embedded'; id: number; vector: Float32Array }
  | { kind: 'failed'; id: number; reason: EmbedFailure; message: string };
