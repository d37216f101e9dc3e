/**
 * Vectors as integers: a row as int8, a query as int16, each with the factor that scales it to length 1. A row of 512
 * dimensions keeps a cosine above .999 in a quarter of the space of float32.
 */

/** Largest values of a row and a query: no sum over 4,000 dimensions overflows 32 bits. */
const ROW_LEVELS = 127;
const QUERY_LEVELS = 4095;

/** Bytes of a row: dimensions, padded to a multiple of 16. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16;
}

/**
 * Writes a vector's direction into `row` and returns the factor that makes it a unit vector; 0 if it has no direction.
 * @throws {RangeError} on numbers that are not finite
 */
export function quantiseRow(vector: ArrayLike<number>, row: Int8Array): number {
  return quantise(vector, ROW_LEVELS, row);
}

/** {@link quantiseRow} for a query, with finer levels. */
export function quantiseQuery(vector: ArrayLike<number>, query: Int16Array): number {
  return quantise(vector, QUERY_LEVELS, query);
}

function quantise(vector: ArrayLike<number>, levels: number, target: Int8Array | Int16Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number;
    if (!Number.isFinite(value)) throw new RangeError(`a vector holds ${value} at ${i}`);
    largest = Math.max(largest, Math.abs(value));
  }
  target.fill(0);
  if (largest === 0) return 0;
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const level = Math.round(((vector[i] as number) / largest) * levels);
    target[i] = level;
    squares += level * level;
  }
  return 1 / Math.sqrt(squares);
}
