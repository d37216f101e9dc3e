import type { VectorIdentity } from './vector-types.ts';

/** A content hash like those of chunks: 32 hexadecimal digits that depend on the name. */
export function keyOf(name: string | number): string {
  return [...new TextEncoder().encode(`text ${name}`)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .padEnd(32, '0')
    .slice(0, 32);
}

export function identityOf(dimensions: number, model = 'test'): VectorIdentity {
  return { provider: 'test', model, dimensions, prefixes: { query: '', document: '' }, chunker: 1 };
}

/** Numbers from -1 to 1, reproducible from the seed. */
export function vectorOf(seed: number, dimensions: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  });
}

export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (const [i, x] of Array.from(a).entries()) {
    const y = b[i] ?? 0;
    dot += x * y;
    squaresA += x ** 2;
    squaresB += y ** 2;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(squaresA * squaresB);
}
