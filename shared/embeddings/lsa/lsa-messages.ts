import type { LsaParts } from './lsa-model.ts';

/** A model on its way between threads: its terms are one text, one per line, as many strings take long to copy. */
export type SentModel = Omit<LsaParts, 'terms'> & { terms: string };

/**
 * To the worker: more texts to learn from, in order, or their end; or a model, its levels in parts, then texts to place
 * with it.
 */
export type LsaRequest =
  | { kind: 'texts'; texts: string[] }
  | { kind: 'train' }
  | { kind: 'use'; model: Omit<SentModel, 'levels'>; levelCount: number }
  | { kind: 'levels'; at: number; levels: Int8Array<ArrayBuffer> }
  | { kind: 'place'; texts: string[] };

/** From the worker, one per request: ready for more, the model, vectors one after the other, or why there are none. */
export type LsaReply =
  | { kind: 'taken' }
  | { kind: 'model'; model: SentModel }
  | { kind: 'vectors'; vectors: Float32Array }
  | { kind: 'failed'; message: string };

export function toSend(parts: LsaParts): SentModel {
  return { ...parts, terms: parts.terms.join('\n') };
}

export function received(model: SentModel): LsaParts {
  return { ...model, terms: model.weights.length === 0 ? [] : model.terms.split('\n') };
}
