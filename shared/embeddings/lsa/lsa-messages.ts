import type { LsaParts } from './lsa-model.ts';

/** To the worker: more texts, in order, or the end of them. */
export type LsaRequest = { kind: 'texts'; texts: string[] } | { kind: 'train' };

/** From the worker, one a request: it may have more, what the model consists of, or why there is none. */
export type LsaReply = { kind: 'taken' } | { kind: 'model'; parts: LsaParts } | { kind: 'failed'; message: string };
