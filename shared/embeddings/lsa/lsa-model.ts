import type { Steps } from '../../kit/concurrency/slices.ts';
import { quantiseRow, strideOf } from '../../search/vectors/quantise.ts';
import { Tokenizer } from '../../search/words/terms/tokenizer.ts';
import { logOfCount, termCounts } from './term-counts.ts';
import type { TruncatedSvd } from './truncated-svd.ts';

/** A model, as stored by `lsa-format.ts`. */
export interface LsaParts {
  dimensions: number;
  /** Number of texts it was trained on. */
  texts: number;
  terms: readonly string[];
  /** Weight of each term in a text. */
  weights: Float32Array;
  /** The vector of each term: `strideOf(dimensions)` integers, to multiply by the term's factor. */
  levels: Int8Array;
  factors: Float32Array;
}

/** Places texts in the space that a trainer found; new ones, too, without retraining ('folding in'). */
export class LsaModel {
  readonly parts: LsaParts;
  #tokenizer = new Tokenizer();
  readonly #columns: Map<string, number>;

  private constructor(parts: LsaParts, columns: Map<string, number>) {
    this.parts = parts;
    this.#columns = columns;
  }

  static *of(parts: LsaParts): Steps<LsaModel> {
    const columns = new Map<string, number>();
    for (const [column, term] of parts.terms.entries()) {
      if (column % TERMS_A_STEP === 0) yield;
      columns.set(term, column);
    }
    return new LsaModel(parts, columns);
  }

  static *from(terms: readonly string[], weights: Float32Array, svd: TruncatedSvd, texts: number): Steps<LsaModel> {
    const { rank } = svd;
    const stride = strideOf(rank);
    const levels = new Int8Array(terms.length * stride);
    const factors = new Float32Array(terms.length);
    for (let column = 0; column < terms.length; column += 1) {
      if (column % TERMS_A_STEP === 0) yield;
      const place = svd.right.subarray(column * rank, (column + 1) * rank);
      const length = Math.sqrt(place.reduce((sum, value) => sum + value * value, 0));
      factors[column] = length * quantiseRow(place, levels.subarray(column * stride, (column + 1) * stride));
    }
    return yield* LsaModel.of({ dimensions: rank, texts, terms, weights, levels, factors });
  }

  get dimensions(): number {
    return this.parts.dimensions;
  }

  /** Releases the cache of word forms, which takes megabytes after many texts. */
  rest(): void {
    this.#tokenizer = new Tokenizer();
  }

  /** The vector of a text, of any length; zeros if it has no term of the model. */
  embed(text: string): Float32Array {
    const { dimensions, weights, levels, factors } = this.parts;
    const stride = strideOf(dimensions);
    const vector = new Float64Array(dimensions);
    for (const [term, count] of termCounts(this.#tokenizer, text)) {
      const column = this.#columns.get(term);
      if (column === undefined) continue;
      const weight = (weights[column] as number) * logOfCount(count) * (factors[column] as number);
      for (let i = 0, at = column * stride; i < dimensions; i += 1, at += 1)
        vector[i] = (vector[i] as number) + weight * (levels[at] as number);
    }
    return Float32Array.from(vector);
  }
}

const TERMS_A_STEP = 500;
