/**
 * Vectors as integers: a row as int8, a query as int16, each with the factor that brings its length back to 1. Of a
 * row of 512 dimensions this keeps a cosine above .999, and a quarter of the room of float32.
 */

/** Largest value of a row, and of a query: so that no sum over 4,000 dimensions leaves 32 bits. */
const ROW_LEVELS = 127;
const QUERY_LEVELS = 4095;

/** Bytes of a row: dimensions, filled up to a multiple of 16. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16;
}

/**
 * Writes a vector's direction into `row` and returns the factor that makes it a unit vector; 0 for a vector without one.
 * @throws {RangeError} on a vector with anything but finite numbers
 */
export function quantiseRow(vector: ArrayLike<number>, row: Int8Array): number {
  return quantise(vector, ROW_LEVELS, row);
}

/** As {@link quantiseRow}, finer, for a query. */
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
