import type { LsaParts } from './lsa-model.ts';

/** To the worker: more texts to learn from, in order, or their end; after that, texts to place with the model. */
export type LsaRequest = { kind: 'texts'; texts: string[] } | { kind: 'train' } | { kind: 'place'; texts: string[] };

/** From the worker, one per request: ready for more, the model, vectors one after the other, or why there are none. */
export type LsaReply =
  | { kind: 'taken' }
  | { kind: 'model'; parts: LsaParts }
  | { kind: 'vectors'; vectors: Float32Array }
  | { kind: 'failed'; message: string };
