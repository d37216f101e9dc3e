/** Eigenvalues, largest first, and their eigenvectors: vector `j` is column `j` of a row-major square. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array;
}

/**
 * Eigen-decomposition of a symmetric matrix (row-major, `size` square; overwritten) by cyclic Jacobi rotations (Golub
 * and Van Loan, Matrix Computations, 8.5). The square root, fixed by IEEE 754, is the only function used, so every host
 * gets the same bits. A step is one row of rotations.
 */
export function* symmetricEigen(matrix: Float64Array, size: number): Generator<void, Eigen> {
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS && offDiagonal(matrix, size) > TOLERANCE * trace(matrix, size); sweep += 1) {
    for (let p = 0; p < size - 1; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotate(matrix, vectors, size, p, q);
      yield;
    }
  }
  return sorted(matrix, vectors, size);
}

const MAX_SWEEPS = 12;
const TOLERANCE = 1e-9;

/** Zeroes the element (p, q). Until the end, eigenvectors are rows. */
function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const between = matrix[p * size + q] as number;
  if (between === 0) return;
  const theta = ((matrix[q * size + q] as number) - (matrix[p * size + p] as number)) / (2 * between);
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  turnRows(matrix, size, p, q, cosine, sine);
  turnColumns(matrix, size, p, q, cosine, sine);
  turnRows(vectors, size, p, q, cosine, sine);
}

function turnRows(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let i = 0, a = p * size, b = q * size; i < size; i += 1, a += 1, b += 1) {
    const left = matrix[a] as number;
    const right = matrix[b] as number;
    matrix[a] = cosine * left - sine * right;
    matrix[b] = sine * left + cosine * right;
  }
}

function turnColumns(matrix: Float64Array, size: number, p: number, q: number, cosine: number, sine: number): void {
  for (let i = 0, a = p, b = q; i < size; i += 1, a += size, b += size) {
    const left = matrix[a] as number;
    const right = matrix[b] as number;
    matrix[a] = cosine * left - sine * right;
    matrix[b] = sine * left + cosine * right;
  }
}

function sorted(matrix: Float64Array, rows: Float64Array, size: number): Eigen {
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => (matrix[b * size + b] as number) - (matrix[a * size + a] as number) || a - b,
  );
  const values = Float64Array.from(order, (i) => matrix[i * size + i] as number);
  const vectors = new Float64Array(size * size);
  for (const [column, i] of order.entries()) {
    for (let j = 0; j < size; j += 1) vectors[j * size + column] = rows[i * size + j] as number;
  }
  return { values, vectors };
}

function offDiagonal(matrix: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1)
    for (let j = i + 1; j < size; j += 1) sum += Math.abs(matrix[i * size + j] as number);
  return sum / size;
}

function trace(matrix: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1) sum += Math.abs(matrix[i * size + i] as number);
  return sum / size;
}
