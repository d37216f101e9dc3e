import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

function symmetric(size: number, numbers: readonly number[]): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) matrix[i * size + j] = matrix[j * size + i] = numbers[i * size + j] ?? 0;
  return matrix;
}

describe('the eigenvalues of a symmetric matrix', () => {
  it('come largest first', () => {
    expect(
      [...runSteps(symmetricEigen(Float64Array.of(2, 1, 1, 2), 2)).values].map(
        (value) => Math.round(value * 1e9) / 1e9,
      ),
    ).toEqual([3, 1]);
  });

  it('restore the matrix with their vectors, which are orthonormal', () => {
    const squares = fc
      .integer({ min: 1, max: 8 })
      .chain((size) =>
        fc.tuple(
          fc.constant(size),
          fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: size * size, maxLength: size * size }),
        ),
      );
    fc.assert(
      fc.property(squares, ([size, numbers]) => {
        const matrix = symmetric(size, numbers);
        const { values, vectors } = runSteps(symmetricEigen(matrix.slice(), size));
        const column = (j: number): number[] => Array.from({ length: size }, (_, i) => vectors[i * size + j] as number);
        for (let i = 0; i < size; i += 1) {
          for (let j = 0; j < size; j += 1) {
            const product = column(i).reduce((sum, value, row) => sum + value * (column(j)[row] as number), 0);
            expect(product).toBeCloseTo(i === j ? 1 : 0, 6);
            const again = values.reduce(
              (sum, value, k) => sum + value * (vectors[i * size + k] as number) * (vectors[j * size + k] as number),
              0,
            );
            expect(again).toBeCloseTo(matrix[i * size + j] as number, 5);
          }
        }
        expect([...values]).toEqual([...values].sort((a, b) => b - a));
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});
