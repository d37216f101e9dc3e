/** The first `dimensions` numbers of a vector, scaled to length 1; null if they are too few, all zero or not finite. */
export function unitVector(vector: Float32Array, dimensions: number): Float32Array | null {
  if (vector.length < dimensions) return null;
  const kept = vector.slice(0, dimensions);
  const length = Math.sqrt(kept.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) return null;
  return kept.map((value) => value / length);
}
