import { quantiseQuery, quantiseRow, strideOf } from './quantise.ts';
import { ROWS_A_CALL, createRowMemory } from './row-memory.ts';
import type { RowMemory } from './row-memory.ts';

export const MAX_DIMENSIONS = 4096;

/** A query prepared for scans. */
export interface PreparedQuery {
  levels: Int16Array;
  /** Scales it to length 1. */
  factor: number;
}

/**
 * Unit vectors in one flat buffer, found by key. A row keeps its number while it lives; freed numbers are used again.
 */
export class VectorRows {
  readonly dimensions: number;
  readonly #memory: RowMemory;
  readonly #scratch: Int8Array;
  readonly #rowOf = new Map<string, number>();
  #keys: (string | null)[] = [];
  /** Scales each row to length 1; negative for a row without a vector. */
  #factors: Float32Array = new Float32Array(0);
  #free: number[] = [];
  #filled = 0;

  /** @throws {RangeError} on dimensions that are not an integer from 1 to {@link MAX_DIMENSIONS} */
  constructor(dimensions: number, memory: (stride: number) => RowMemory = createRowMemory) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS)
      throw new RangeError(`${dimensions} dimensions are not supported`);
    this.dimensions = dimensions;
    this.#memory = memory(strideOf(dimensions));
    this.#scratch = new Int8Array(strideOf(dimensions));
  }

  /** All row numbers in use are below it. */
  get end(): number {
    return this.#keys.length;
  }

  /** Rows with a vector. */
  get filled(): number {
    return this.#filled;
  }

  get stride(): number {
    return this.#memory.stride;
  }

  find(key: string): number | undefined {
    return this.#rowOf.get(key);
  }

  keyOf(row: number): string | null {
    return this.#keys[row] ?? null;
  }

  has(row: number): boolean {
    return (this.#factors[row] as number) >= 0;
  }

  factorOf(row: number): number {
    return this.#factors[row] as number;
  }

  /** A row's integers; invalid once a row is added. */
  levelsOf(row: number): Int8Array {
    return this.#memory.rows(row, row + 1);
  }

  /** The row of a key, added without a vector if missing. */
  claim(key: string): number {
    const known = this.#rowOf.get(key);
    if (known !== undefined) return known;
    const row = this.#free.pop() ?? this.#append();
    this.#rowOf.set(key, row);
    this.#keys[row] = key;
    return row;
  }

  /**
   * Gives a key its vector and returns the row.
   * @throws {RangeError} on other dimensions or numbers that are not finite; nothing changes then
   */
  put(key: string, vector: ArrayLike<number>): number {
    this.#mustFit(vector);
    const factor = quantiseRow(vector, this.#scratch);
    const row = this.claim(key);
    this.restore(row, this.#scratch, factor);
    return row;
  }

  /** Fills a row as it was saved. */
  restore(row: number, levels: Int8Array, factor: number): void {
    this.levelsOf(row).set(levels);
    this.#setFactor(row, factor);
  }

  free(row: number): void {
    const key = this.keyOf(row);
    if (key === null) return;
    this.#rowOf.delete(key);
    this.#keys[row] = null;
    this.#setFactor(row, -1);
    this.#free.push(row);
  }

  /** @throws {RangeError} as {@link put} */
  prepare(query: ArrayLike<number>): PreparedQuery {
    this.#mustFit(query);
    const levels = new Int16Array(this.stride);
    return { levels, factor: quantiseQuery(query, levels) };
  }

  /** A stored row as a query. */
  prepareRow(row: number): PreparedQuery {
    return { levels: Int16Array.from(this.levelsOf(row)), factor: this.factorOf(row) };
  }

  /**
   * Writes the cosines of up to {@link ROWS_A_CALL} rows, starting at `first`; those of rows without a vector mean
   * nothing.
   */
  cosines(query: PreparedQuery, first: number, count: number, into: Float32Array): void {
    const sums = this.#memory.dots(query.levels, first, count);
    const { factor } = query;
    for (let i = 0; i < count; i += 1)
      into[first + i] = (sums[i] as number) * factor * (this.#factors[first + i] as number);
  }

  cosine(query: PreparedQuery, row: number): number {
    const [sum = 0] = this.#memory.dots(query.levels, row, 1);
    return Math.fround(sum * query.factor * this.factorOf(row));
  }

  #mustFit(vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions)
      throw new RangeError(`a vector has ${vector.length} dimensions instead of ${this.dimensions}`);
  }

  #append(): number {
    const row = this.#keys.length;
    if (row >= this.#factors.length) {
      const grown = new Float32Array(Math.max(ROWS_A_CALL, Math.ceil(row * 1.5))).fill(-1);
      grown.set(this.#factors);
      this.#factors = grown;
    }
    this.#memory.reserve(row + 1);
    this.#keys.push(null);
    return row;
  }

  #setFactor(row: number, factor: number): void {
    this.#filled += Number(factor >= 0) - Number(this.has(row));
    this.#factors[row] = factor;
  }
}
