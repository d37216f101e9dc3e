import { advertisedCapacity, canShrink, capacityAfterOverflow, type Capacity } from '../../embeddings/capacity.ts';
import { EmbedError, type Embedder } from '../../embeddings/embedder.ts';
import { splitText } from '../../embeddings/split-text.ts';

/**
 * A text up to this many times the model's token limit is passed whole: most models read what they can, and a vector
 * of almost all of a text is as good as the mean of two. A model that refuses gets parts.
 */
const SLACK = 1.5;

/** Embeds texts of any length within a model's token limit, which it learns from refusals. */
export class LimitedEmbedder {
  readonly #embedder: Embedder;
  #capacity: Capacity;
  /** The model refuses long texts: cut them first. */
  #isStrict = false;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
    this.#capacity = advertisedCapacity(embedder.maxTokens);
  }

  get capacity(): Capacity {
    return this.#capacity;
  }

  /** Forgets all refusals. */
  reset(): void {
    this.#isStrict = false;
    this.#capacity = advertisedCapacity(this.#embedder.maxTokens);
  }

  /** Whether a text may be passed whole. */
  fits(text: string): boolean {
    const limit = this.#capacity.discoveredMaxTokens * (this.#isStrict ? 1 : SLACK);
    return this.#embedder.countTokens(text) <= limit;
  }

  /**
   * The vector of a text, embedded in parts if it is too long.
   * @throws EmbedError if the text cannot be embedded; anything else that the embedder throws
   */
  async embed(text: string, signal: AbortSignal): Promise<Float32Array> {
    for (;;) {
      const parts = this.fits(text)
        ? [text]
        : splitText(text, this.#capacity.discoveredMaxTokens, (part) => this.#embedder.countTokens(part));
      try {
        const vectors: Float32Array[] = [];
        for (const part of parts)
          vectors.push(...(await this.#embedder.embed([part], 'document', { signal, priority: 'background' })));
        return sumOf(vectors);
      } catch (error) {
        if (!(error instanceof EmbedError) || error.reason !== 'too-long') throw error;
        const longest = Math.max(...parts.map((part) => this.#embedder.countTokens(part)));
        const wasCut = this.#isStrict;
        this.#isStrict = true;
        if (!wasCut && longest > this.#capacity.discoveredMaxTokens) continue;
        if (!canShrink(this.#capacity)) throw error;
        this.#capacity = capacityAfterOverflow(this.#capacity, longest);
      }
    }
  }
}

/** The common direction of the vectors; the length does not matter. */
function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors;
  if (first === undefined) throw new EmbedError('embed-error', 'The text has nothing to embed.');
  return others.reduce((sum, vector) => sum.map((value, i) => value + (vector[i] ?? 0)), first.slice());
}
