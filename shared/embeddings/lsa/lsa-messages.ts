import type { LsaParts } from './lsa-model.ts';

/** To the worker: more texts, in order, or their end. */
export type LsaRequest = { kind: 'texts'; texts: string[] } | { kind: 'train' };

/** From the worker, one per request: ready for more, the model, or why there is none. */
export type LsaReply = { kind: 'taken' } | { kind: 'model'; parts: LsaParts } | { kind: 'failed'; message: string };
