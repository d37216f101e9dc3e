import type { Embedder } from '../embedder.ts';
import type { Prefixes } from './known-prefixes.ts';
import { unitVector } from './unit-vector.ts';

export interface Adjustment {
  prefixes: Prefixes;
  /** How many of each vector's numbers are kept, from the first; at most as many as the embedder gives. */
  dimensions: number;
  maxTokens: number;
}

/** The same embedder with prefixes before its texts, its vectors cut, or another capacity. */
export function adjustEmbedder(inner: Embedder, { prefixes, dimensions, maxTokens }: Adjustment): Embedder {
  const cut = (vector: Float32Array): Float32Array =>
    vector.length === dimensions ? vector : (unitVector(vector, dimensions) ?? new Float32Array(dimensions));
  return {
    identity: { ...inner.identity, dimensions, prefixes },
    maxTokens,
    pace: inner.pace,
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
