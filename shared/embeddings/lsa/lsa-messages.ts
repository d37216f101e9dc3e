import type { LsaParts } from './lsa-model.ts';

/** To the worker: more texts to learn from, in order, or their end; or a model, then texts to place with it. */
export type LsaRequest =
  | { kind: 'texts'; texts: string[] }
  | { kind: 'train' }
  | { kind: 'use'; parts: LsaParts }
  | { kind: 'place'; texts: string[] };

/** From the worker, one per request: ready for more, the model, vectors one after the other, or why there are none. */
export type LsaReply =
  | { kind: 'taken' }
  | { kind: 'model'; parts: LsaParts }
  | { kind: 'vectors'; vectors: Float32Array }
  | { kind: 'failed'; message: string };
