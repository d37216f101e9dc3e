import { quantiseRow, strideOf } from '../../search/vectors/quantise.ts';
import type { LsaParts } from '../lsa/lsa-model.ts';

/** The most words of a table, about 16 MB. The rest stay without a vector. */
export const MOST_WORDS = 60_000;
const GROWTH = 1.25;
const FEWEST = 1024;

/** Vectors of words in 8 bits. Words are only added. */
export class WordVectors {
  readonly dimensions: number;
  readonly #rows = new Map<string, number>();
  #levels = new Int8Array(0);
  #factors = new Float32Array(0);

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get size(): number {
    return this.#rows.size;
  }

  get isFull(): boolean {
    return this.size >= MOST_WORDS;
  }

  /** Bytes of a word's vector. */
  get stride(): number {
    return strideOf(this.dimensions);
  }

  /** All words as they are now, to be encoded: later ones do not change it. */
  get parts(): LsaParts {
    const { size } = this;
    return {
      dimensions: this.dimensions,
      texts: 0,
      terms: [...this.#rows.keys()],
      weights: new Float32Array(size),
      levels: this.#levels.subarray(0, size * this.stride),
      factors: this.#factors.subarray(0, size),
    };
  }

  has(word: string): boolean {
    return this.#rows.has(word);
  }

  /**
   * Gives a word its vector, unless it has one or the table is full.
   * @throws {RangeError} on numbers that are not finite
   */
  put(word: string, vector: Float32Array): void {
    const levels = new Int8Array(this.stride);
    const factor = quantiseRow(vector, levels);
    this.restore(word, levels, factor);
  }

  /** As {@link put}, with the vector as it was saved. */
  restore(word: string, levels: Int8Array, factor: number): void {
    if (this.has(word) || this.isFull) return;
    const row = this.size;
    if (row >= this.#factors.length) this.#grow(Math.max(FEWEST, Math.ceil(row * GROWTH)));
    this.#levels.set(levels, row * this.stride);
    this.#factors[row] = factor;
    this.#rows.set(word, row);
  }

  /** Adds a word's vector, times a weight, to a sum; nothing if the word is unknown. */
  addTo(sum: Float64Array, word: string, weight: number): void {
    const row = this.#rows.get(word);
    if (row === undefined) return;
    const scale = weight * (this.#factors[row] as number);
    for (let i = 0, at = row * this.stride; i < sum.length; i += 1, at += 1)
      sum[i] = (sum[i] as number) + scale * (this.#levels[at] as number);
  }

  #grow(rows: number): void {
    const levels = new Int8Array(rows * this.stride);
    levels.set(this.#levels);
    const factors = new Float32Array(rows);
    factors.set(this.#factors);
    [this.#levels, this.#factors] = [levels, factors];
  }
}
