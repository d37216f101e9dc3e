import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { truncatedSvd } from './truncated-svd.ts';

function sparse(rows: readonly (readonly number[])[]): SparseMatrix {
  const starts = [0];
  const places: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    for (const [column, value] of row.entries()) {
      if (value === 0) continue;
      places.push(column);
      values.push(value);
    }
    starts.push(places.length);
  }
  const columns = rows[0]?.length ?? 0;
  return {
    rows: rows.length,
    columns,
    starts: Uint32Array.from(starts),
    places: Uint32Array.from(places),
    values: Float32Array.from(values),
  };
}

describe('a truncated singular value decomposition', () => {
  it('finds the singular values of a diagonal, largest first, and no more than asked for', () => {
    const matrix = sparse([
      [3, 0, 0],
      [0, 1, 0],
      [0, 0, 2],
    ]);
    expect([...runSteps(truncatedSvd(matrix, 2)).values].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([3, 2]);
  });

  it('stops if the matrix spans no more', () => {
    const svd = runSteps(
      truncatedSvd(
        sparse([
          [1, 2, 0],
          [2, 4, 0],
          [0, 0, 5],
        ]),
        3,
      ),
    );
    expect([svd.rank, svd.right.length]).toEqual([2, 6]);
  });

  it('is nothing for a matrix of nothing', () => {
    expect(
      runSteps(
        truncatedSvd(
          sparse([
            [0, 0],
            [0, 0],
          ]),
          2,
        ),
      ).rank,
    ).toBe(0);
    expect(runSteps(truncatedSvd(sparse([]), 2)).rank).toBe(0);
  });

  it('keeps all inner products of rows when it keeps all dimensions', () => {
    const rows = fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2, -1), { minLength: 6, maxLength: 6 }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(rows, (matrix) => {
        const { rank, right } = runSteps(truncatedSvd(sparse(matrix), 6));
        const placed = matrix.map((row) =>
          Array.from({ length: rank }, (_, i) =>
            row.reduce<number>((sum, value, column) => sum + value * (right[column * rank + i] as number), 0),
          ),
        );
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce<number>((sum, value, i) => sum + value * (b[i] as number), 0);
        for (const [i, row] of matrix.entries())
          for (const [j, other] of matrix.entries())
            expect(dot(placed[i] as number[], placed[j] as number[])).toBeCloseTo(dot(row, other), 1);
      }),
      { numRuns: 150, seed: 4 },
    );
  });
});
