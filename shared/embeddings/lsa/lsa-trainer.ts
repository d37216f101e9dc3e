import type { Steps } from '../../kit/concurrency/slices.ts';
import { Tokenizer } from '../../search/words/terms/tokenizer.ts';
import { LsaModel } from './lsa-model.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { logOfCount, termCounts } from './term-counts.ts';
import { truncatedSvd } from './truncated-svd.ts';

export interface LsaOptions {
  /** Most dimensions of the vectors, fewer if the texts do not span them; {@link dimensionsFor} by default. */
  dimensions: number;
  /** Most terms, those in most texts first; 30,000 by default. */
  maxTerms: number;
}

const MAX_TERMS = 30_000;

/** Dimensions that suit a number of texts: large vaults may have several languages or many subjects. */
export function dimensionsFor(texts: number): number {
  return texts > 3000 ? 160 : 128;
}

/** Most texts to train on: more change little, and cost time and memory in proportion. */
const MAX_TRAINING_TEXTS = 16_000;

/**
 * Whether text `index` of `total` is in the training sample: all of them up to {@link MAX_TRAINING_TEXTS}, else evenly
 * spread ones.
 */
export function isTrainingText(index: number, total: number, limit = MAX_TRAINING_TEXTS): boolean {
  return total <= limit || Math.floor(((index + 1) * limit) / total) > Math.floor((index * limit) / total);
}

/**
 * Learns from texts which terms go together: latent semantic analysis (Deerwester et al. 1990) with log-entropy weights
 * (Dumais 1991). The same texts in the same order give the same model, bit for bit.
 */
export class LsaTrainer {
  readonly #options: Partial<LsaOptions>;
  readonly #tokenizer = new Tokenizer();
  readonly #numbers = new Map<string, number>();
  /** Document frequency and total frequency, by term number. */
  readonly #texts: number[] = [];
  readonly #totals: number[] = [];
  #starts: number[] = [0];
  #places = new Uint32Array(1 << 16);
  #counts = new Uint16Array(1 << 16);

  constructor(options: Partial<LsaOptions> = {}) {
    this.#options = options;
  }

  get texts(): number {
    return this.#starts.length - 1;
  }

  add(text: string): void {
    let at = this.#starts.at(-1) ?? 0;
    for (const [term, count] of termCounts(this.#tokenizer, text)) {
      const number = this.#numberOf(term);
      this.#texts[number] = (this.#texts[number] ?? 0) + 1;
      this.#totals[number] = (this.#totals[number] ?? 0) + count;
      if (at === this.#places.length) this.#grow();
      this.#places[at] = number;
      this.#counts[at] = Math.min(count, 0xffff);
      at += 1;
    }
    this.#starts.push(at);
  }

  /** Makes the model of the texts added. */
  *train(): Steps<LsaModel> {
    const terms = this.#vocabulary();
    const columns = new Int32Array(this.#numbers.size).fill(-1);
    for (const [column, { number }] of terms.entries()) columns[number] = column;
    const weights = yield* this.#entropyWeights(columns, terms.length);
    const matrix = yield* this.#matrix(columns, weights);
    const svd = yield* truncatedSvd(matrix, this.#options.dimensions ?? dimensionsFor(this.texts));
    return yield* LsaModel.from(
      terms.map(({ term }) => term),
      weights,
      svd,
      this.texts,
    );
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    this.#texts.push(0);
    this.#totals.push(0);
    return number;
  }

  #grow(): void {
    const size = Math.ceil(this.#places.length * 1.5);
    const places = new Uint32Array(size);
    places.set(this.#places);
    this.#places = places;
    const counts = new Uint16Array(size);
    counts.set(this.#counts);
    this.#counts = counts;
  }

  /** Terms in several texts, most common first; ties in order of appearance. */
  #vocabulary(): { term: string; number: number }[] {
    const inTexts = (number: number): number => this.#texts[number] ?? 0;
    const terms: { term: string; number: number }[] = [];
    for (const [term, number] of this.#numbers) if (inTexts(number) >= FEWEST_TEXTS) terms.push({ term, number });
    return terms
      .sort((a, b) => inTexts(b.number) - inTexts(a.number) || a.number - b.number)
      .slice(0, this.#options.maxTerms ?? MAX_TERMS);
  }

  /** From 1 for a term in a single text to 0 for one spread evenly over all. */
  *#entropyWeights(columns: Int32Array, terms: number): Steps<Float32Array> {
    const sums = new Float64Array(terms);
    for (let text = 0; text < this.texts; text += 1) {
      if (text % TEXTS_A_STEP === 0) yield;
      const end = this.#starts[text + 1] as number;
      for (let e = this.#starts[text] as number; e < end; e += 1) {
        const number = this.#places[e] as number;
        const column = columns[number] as number;
        const share = (this.#counts[e] as number) / (this.#totals[number] as number);
        if (column >= 0) sums[column] = (sums[column] as number) + share * logOfCount(1 / share - 1);
      }
    }
    const most = logOfCount(Math.max(1, this.texts - 1));
    return Float32Array.from(sums, (sum) => Math.max(0, 1 - sum / most));
  }

  /** The texts as rows of unit length. */
  *#matrix(columns: Int32Array, weights: Float32Array): Steps<SparseMatrix> {
    const starts = new Uint32Array(this.texts + 1);
    const places = new Uint32Array(this.#starts[this.texts] ?? 0);
    const values = new Float32Array(places.length);
    let at = 0;
    for (let text = 0; text < this.texts; text += 1) {
      if (text % TEXTS_A_STEP === 0) yield;
      const end = this.#starts[text + 1] as number;
      let squares = 0;
      for (let e = this.#starts[text] as number; e < end; e += 1) {
        const column = columns[this.#places[e] as number] as number;
        if (column < 0) continue;
        const value = (weights[column] as number) * logOfCount(this.#counts[e] as number);
        squares += value * value;
        places[at] = column;
        values[at] = value;
        at += 1;
      }
      const length = Math.sqrt(squares) || 1;
      for (let e = starts[text] as number; e < at; e += 1) values[e] = (values[e] as number) / length;
      starts[text + 1] = at;
    }
    return {
      rows: this.texts,
      columns: weights.length,
      starts,
      places: places.subarray(0, at),
      values: values.subarray(0, at),
    };
  }
}

const FEWEST_TEXTS = 2;
const TEXTS_A_STEP = 200;
