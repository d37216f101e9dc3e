import type { VectorIdentity } from './vector-types.ts';

/** A content hash like those of chunks: 32 hexadecimal digits, equal for equal names. */
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

/** Numbers from -1 to 1, the same ones for the same seed. */
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
  for (let i = 0; i < a.length; i += 1) {
    dot += (a[i] as number) * (b[i] as number);
    squaresA += (a[i] as number) ** 2;
    squaresB += (b[i] as number) ** 2;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(squaresA * squaresB);
}
