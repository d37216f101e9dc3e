import type { Embedder } from '../embedder.ts';
import type { Prefixes } from '../model/known-prefixes.ts';
import { unitVector } from './unit-vector.ts';

export interface Adjustment {
  prefixes: Prefixes;
  /** Numbers of each vector to keep, from the first. */
  dimensions: number;
  maxTokens: number;
}

/** An embedder with prefixes before its texts, cut vectors, or another capacity. */
export function adjustEmbedder(inner: Embedder, { prefixes, dimensions, maxTokens }: Adjustment): Embedder {
  const cut = (vector: Float32Array): Float32Array =>
    vector.length === dimensions ? vector : (unitVector(vector, dimensions) ?? new Float32Array(dimensions));
  return {
    identity: { ...inner.identity, dimensions, prefixes },
    maxTokens,
    pace: inner.pace,
    ...(inner.words === undefined ? {} : { words: inner.words }),
    countTokens: (text) => inner.countTokens(text),
    embed: async (texts, kind, options) => {
      // A prefix must not make an empty text look meaningful.
      const prefixed = texts.map((text) => (/\S/u.test(text) ? `${prefixes[kind]}${text}` : text));
      return (await inner.embed(prefixed, kind, options)).map(cut);
    },
    state: () => inner.state(),
    retry: () => inner.retry?.(),
    look: () => inner.look?.() ?? Promise.resolve(false),
    close: () => inner.close(),
  };
}
