/** A sparse matrix: row `i` has the elements from `starts[i]` to `starts[i + 1]`, end exclusive. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  /** Columns of the elements. */
  places: Uint32Array;
  values: Float32Array;
}

/** Writes `row` of the matrix times a dense one (`matrix.columns` by `width`, row-major) to `into`. */
export function timesRow(
  matrix: SparseMatrix,
  row: number,
  dense: Float32Array,
  width: number,
  into: Float64Array,
): void {
  into.fill(0);
  const end = matrix.starts[row + 1] as number;
  for (let e = matrix.starts[row] as number; e < end; e += 1) {
    const value = matrix.values[e] as number;
    let at = (matrix.places[e] as number) * width;
    for (let i = 0; i < width; i += 1, at += 1) into[i] = (into[i] as number) + value * (dense[at] as number);
  }
}

/** Adds the outer product of a row of the matrix and a vector to a dense matrix (`matrix.columns` by `width`). */
export function addOuter(
  matrix: SparseMatrix,
  row: number,
  vector: Float64Array,
  width: number,
  dense: Float32Array,
): void {
  const end = matrix.starts[row + 1] as number;
  for (let e = matrix.starts[row] as number; e < end; e += 1) {
    const value = matrix.values[e] as number;
    let at = (matrix.places[e] as number) * width;
    for (let i = 0; i < width; i += 1, at += 1) dense[at] = (dense[at] as number) + value * (vector[i] as number);
  }
}
