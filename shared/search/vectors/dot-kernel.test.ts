import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotKernel } from './dot-kernel.ts';
import { MAX_DIMENSIONS } from './vector-rows.ts';
import { ROWS_A_CALL, ScriptRowMemory, WasmRowMemory, createRowMemory } from './row-memory.ts';
import { quantiseQuery, quantiseRow, strideOf } from './quantise.ts';
import { cosineOf, vectorOf } from './vector-test-kit.ts';

function wasmMemory(stride: number): WasmRowMemory {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = dotKernel(memory);
  if (kernel === null) throw new Error('this host has no WebAssembly SIMD');
  return new WasmRowMemory(stride, memory, kernel);
}

describe('dot products of whole numbers', () => {
  it('are the same in WebAssembly, in script, and counted one by one', () => {
    const cases = fc.record({
      parts: fc.integer({ min: 1, max: 9 }),
      count: fc.integer({ min: 1, max: 40 }),
      first: fc.integer({ min: 0, max: 9 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(cases, ({ parts, count, first, seed }) => {
        const stride = 16 * parts;
        const query = Int16Array.from(vectorOf(seed, stride), (value) => Math.round(value * 4095));
        const rows = Int8Array.from(vectorOf(seed + 1, stride * (first + count)), (value) => Math.round(value * 127));
        const expected = Array.from({ length: count }, (_, row) =>
          query.reduce((sum, value, i) => sum + value * (rows[(first + row) * stride + i] as number), 0),
        );
        for (const memory of [wasmMemory(stride), new ScriptRowMemory(stride)]) {
          memory.reserve(first + count);
          memory.rows(0, first + count).set(rows);
          expect([...memory.dots(query, first, count)]).toEqual(expected);
        }
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('fit into 32 bits at the most dimensions and the largest values', () => {
    const query = new Int16Array(MAX_DIMENSIONS);
    const row = new Int8Array(MAX_DIMENSIONS);
    quantiseQuery(new Float32Array(MAX_DIMENSIONS).fill(-1), query);
    quantiseRow(new Float32Array(MAX_DIMENSIONS).fill(1), row);
    for (const memory of [wasmMemory(MAX_DIMENSIONS), new ScriptRowMemory(MAX_DIMENSIONS)]) {
      memory.reserve(1);
      memory.rows(0, 1).set(row);
      expect([...memory.dots(query, 0, 1)]).toEqual([-4095 * 127 * MAX_DIMENSIONS]);
    }
  });

  it('take a full call of rows, and memory keeps its rows while it grows', () => {
    for (const memory of [createRowMemory(16), new ScriptRowMemory(16)]) {
      for (let row = 0; row < 2 * ROWS_A_CALL; row += 1) {
        memory.reserve(row + 1);
        memory.rows(row, row + 1)[0] = row % 100;
      }
      const sums = memory.dots(Int16Array.of(1, ...Array<number>(15).fill(0)), ROWS_A_CALL, ROWS_A_CALL);
      expect([...sums]).toEqual(Array.from({ length: ROWS_A_CALL }, (_, i) => (ROWS_A_CALL + i) % 100));
    }
  });
});

describe('a vector in whole numbers', () => {
  it('keeps its direction, at any length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 600 }),
        fc.integer(),
        fc.constantFrom(1e-30, 0.01, 1, 1e30),
        (dimensions, seed, length) => {
          const vector = Float64Array.from(vectorOf(seed, dimensions), (value) => value * length);
          const row = new Int8Array(strideOf(dimensions));
          const factor = quantiseRow(vector, row);
          expect(cosineOf(vector, row.subarray(0, dimensions))).toBeGreaterThan(0.999);
          expect(Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) * factor).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: 100, seed: 6 },
    );
  });

  it('is nothing when it has no direction', () => {
    expect(quantiseRow(new Float32Array(16), new Int8Array(16))).toBe(0);
  });

  it.each([NaN, Infinity, -Infinity])('is refused when it holds %s', (value) => {
    expect(() => quantiseRow([0, value], new Int8Array(16))).toThrow(RangeError);
  });
});
