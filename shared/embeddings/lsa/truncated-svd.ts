import type { Steps } from '../../kit/concurrency/slices.ts';
import { largeBuffer } from '../../kit/memory/large-buffer.ts';
import { addOuter, timesRow } from './sparse-matrix.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** The largest singular values of a matrix, and their right singular vectors. */
export interface TruncatedSvd {
  rank: number;
  /** Largest first. */
  values: Float64Array;
  /** `columns` by `rank`, row-major: row `j` is the place of the matrix's column `j`. */
  right: Float32Array;
}

/**
 * Randomised truncated singular value decomposition with subspace iteration (Halko, Martinsson and Tropp 2011,
 * algorithms 4.4 and 5.1): multiplies random signs with the matrix's Gram matrix a few times, then solves the small
 * problem that remains. Only sums, products and square roots in a fixed order, so every host gets the same bits.
 */
export function* truncatedSvd(matrix: SparseMatrix, rank: number): Steps<TruncatedSvd> {
  const width = Math.min(rank + OVERSAMPLING, matrix.columns);
  let span = width === matrix.columns ? unitMatrix(width) : yield* randomSigns(matrix.columns, width);
  for (let pass = 1; pass < PASSES; pass += 1) {
    const image = yield* gramTimes(matrix, span, width);
    span = yield* times(image, matrix.columns, width, yield* orthonormaliser(image, matrix.columns, width), width);
  }
  span = yield* gramTimes(matrix, span, width);
  const basis = yield* orthonormaliser(span, matrix.columns, width);
  const gram = sandwiched(yield* imageGram(matrix, span, width), basis, width);
  const { values, vectors } = yield* symmetricEigen(gram, width);
  const kept = Math.min(rank, values.filter((value) => value > NEGLIGIBLE * (values[0] as number)).length);
  const columns = leftColumns(smallTimes(basis, vectors, width), width, kept);
  return {
    rank: kept,
    values: values.slice(0, kept).map(Math.sqrt),
    right: yield* times(span, matrix.columns, width, columns, kept),
  };
}

const OVERSAMPLING = 16;
const PASSES = 2;
/** Squared lengths below this share of the largest are rounding noise. */
const NEGLIGIBLE = 1e-10;
const SEED = 0x5eed;
const ROWS_A_STEP = 128;
const SIGNS_A_STEP = 1 << 16;

function denseMatrix(length: number): Float32Array {
  return new Float32Array(largeBuffer(length * Float32Array.BYTES_PER_ELEMENT), 0, length);
}

/** The matrix transposed, times the matrix, times a dense one. */
function* gramTimes(matrix: SparseMatrix, dense: Float32Array, width: number): Steps<Float32Array> {
  const product = denseMatrix(matrix.columns * width);
  const image = new Float64Array(width);
  for (let row = 0; row < matrix.rows; row += 1) {
    timesRow(matrix, row, dense, width, image);
    addOuter(matrix, row, image, width, product);
    if (row % ROWS_A_STEP === 0) yield;
  }
  return product;
}

/** All inner products of the columns of the matrix times a dense one. */
function* imageGram(matrix: SparseMatrix, dense: Float32Array, width: number): Steps<Float64Array> {
  const gram = new Float64Array(width * width);
  const image = new Float64Array(width);
  for (let row = 0; row < matrix.rows; row += 1) {
    timesRow(matrix, row, dense, width, image);
    addSquare(gram, image, width);
    if (row % ROWS_A_STEP === 0) yield;
  }
  return mirrored(gram, width);
}

/**
 * The square that makes a dense matrix's columns orthonormal by multiplication; zeros where they depend on each other.
 */
function* orthonormaliser(dense: Float32Array, rows: number, width: number): Steps<Float64Array> {
  const gram = new Float64Array(width * width);
  const row = new Float64Array(width);
  for (let r = 0; r < rows; r += 1) {
    for (let i = 0; i < width; i += 1) row[i] = dense[r * width + i] as number;
    addSquare(gram, row, width);
    if (r % ROWS_A_STEP === 0) yield;
  }
  const { values, vectors } = yield* symmetricEigen(mirrored(gram, width), width);
  for (let j = 0; j < width; j += 1) {
    const value = values[j] as number;
    const scale = value > NEGLIGIBLE * (values[0] as number) ? 1 / Math.sqrt(value) : 0;
    for (let i = 0; i < width; i += 1) vectors[i * width + j] = (vectors[i * width + j] as number) * scale;
  }
  return vectors;
}

/** A dense matrix (`rows` by `inner`) times a small one (`inner` by `columns`). */
function* times(
  dense: Float32Array,
  rows: number,
  inner: number,
  small: Float64Array,
  columns: number,
): Steps<Float32Array> {
  const product = denseMatrix(rows * columns);
  const sums = new Float64Array(columns);
  for (let r = 0; r < rows; r += 1) {
    sums.fill(0);
    for (let i = 0; i < inner; i += 4)
      addRows(sums, dense, r * inner + i, Math.min(4, inner - i), small, i * columns, columns);
    product.set(sums, r * columns);
    if (r % ROWS_A_STEP === 0) yield;
  }
  return product;
}

/**
 * Adds up to four rows of a small matrix, each times a number of the dense one: together they save most reads and
 * writes of sums.
 */
function addRows(
  sums: Float64Array,
  dense: Float32Array,
  from: number,
  count: number,
  small: Float64Array,
  at: number,
  columns: number,
): void {
  const a = dense[from] as number;
  const b = count > 1 ? (dense[from + 1] as number) : 0;
  const c = count > 2 ? (dense[from + 2] as number) : 0;
  const d = count > 3 ? (dense[from + 3] as number) : 0;
  const second = count > 1 ? at + columns : at;
  const third = count > 2 ? second + columns : at;
  const fourth = count > 3 ? third + columns : at;
  for (let j = 0; j < columns; j += 1) {
    sums[j] =
      (sums[j] as number) +
      a * (small[at + j] as number) +
      b * (small[second + j] as number) +
      c * (small[third + j] as number) +
      d * (small[fourth + j] as number);
  }
}

/** The transpose of the second square, times the first, times the second. */
function sandwiched(square: Float64Array, other: Float64Array, width: number): Float64Array {
  return smallTimes(transposed(other, width), smallTimes(square, other, width), width);
}

function smallTimes(left: Float64Array, right: Float64Array, width: number): Float64Array {
  const product = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) {
    for (let k = 0; k < width; k += 1) {
      const value = left[i * width + k] as number;
      for (let j = 0; j < width; j += 1)
        product[i * width + j] = (product[i * width + j] as number) + value * (right[k * width + j] as number);
    }
  }
  return product;
}

function transposed(square: Float64Array, width: number): Float64Array {
  return square.map((_, i) => square[(i % width) * width + Math.floor(i / width)] as number);
}

function leftColumns(square: Float64Array, width: number, count: number): Float64Array {
  return Float64Array.from(
    { length: width * count },
    (_, i) => square[Math.floor(i / count) * width + (i % count)] as number,
  );
}

/** Adds the products of all pairs of a row's numbers to the upper half of a square. */
function addSquare(square: Float64Array, row: Float64Array, width: number): void {
  for (let i = 0; i < width; i += 1) {
    const value = row[i] as number;
    if (value === 0) continue;
    for (let j = i, at = i * width + i; j < width; j += 1, at += 1)
      square[at] = (square[at] as number) + value * (row[j] as number);
  }
}

function mirrored(square: Float64Array, width: number): Float64Array {
  for (let i = 0; i < width; i += 1)
    for (let j = 0; j < i; j += 1) square[i * width + j] = square[j * width + i] as number;
  return square;
}

function unitMatrix(size: number): Float32Array {
  const unit = new Float32Array(size * size);
  for (let i = 0; i < size; i += 1) unit[i * size + i] = 1;
  return unit;
}

/** Signs from a shift register (Marsaglia 2003, xorshift). */
function* randomSigns(rows: number, width: number): Steps<Float32Array> {
  const signs = denseMatrix(rows * width);
  let state = SEED;
  for (let i = 0; i < signs.length; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    signs[i] = state < 0 ? -1 : 1;
    if (i % SIGNS_A_STEP === 0) yield;
  }
  return signs;
}
