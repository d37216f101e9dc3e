import { dotKernel, dotsInScript } from './dot-kernel.ts';
import type { DotKernel } from './dot-kernel.ts';

/** Most rows for one call of {@link RowMemory.dots}. */
export const ROWS_A_CALL = 4096;

/** A flat buffer of int8 rows that grows at its end, and dot products over it. */
export interface RowMemory {
  /** Bytes of a row. */
  readonly stride: number;
  /** Makes room for n rows in total, which invalidates views of rows. */
  reserve(rows: number): void;
  /** A view of rows, `end` exclusive. */
  rows(first: number, end: number): Int8Array;
  /**
   * Dot products of `count` rows, at most {@link ROWS_A_CALL}, with a query of `stride` numbers. Valid until the next
   * call.
   */
  dots(query: Int16Array, first: number, count: number): Int32Array;
}

/** Memory with dot products in WebAssembly if possible, else in script. `stride` is a multiple of 16. */
export function createRowMemory(stride: number): RowMemory {
  if (typeof WebAssembly === 'undefined') return new ScriptRowMemory(stride);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = dotKernel(memory);
  return kernel === null ? new ScriptRowMemory(stride) : new WasmRowMemory(stride, memory, kernel);
}

const PAGE = 65_536;
/** Growing reserves a fifth more than needed: rare, with little waste. */
const GROWTH = 1.2;

/** Rows in WebAssembly memory, which grows in place, after the query and the sums. */
export class WasmRowMemory implements RowMemory {
  readonly stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: DotKernel;
  readonly #outAt: number;
  readonly #rowsAt: number;

  constructor(stride: number, memory: WebAssembly.Memory, kernel: DotKernel) {
    this.stride = stride;
    this.#memory = memory;
    this.#kernel = kernel;
    this.#outAt = stride * Int16Array.BYTES_PER_ELEMENT;
    this.#rowsAt = this.#outAt + ROWS_A_CALL * Int32Array.BYTES_PER_ELEMENT;
    this.#hold(this.#rowsAt);
  }

  reserve(rows: number): void {
    const needed = this.#rowsAt + rows * this.stride;
    if (needed > this.#memory.buffer.byteLength) this.#hold(this.#rowsAt + Math.ceil(rows * GROWTH) * this.stride);
  }

  rows(first: number, end: number): Int8Array {
    return new Int8Array(this.#memory.buffer, this.#rowsAt + first * this.stride, (end - first) * this.stride);
  }

  dots(query: Int16Array, first: number, count: number): Int32Array {
    new Int16Array(this.#memory.buffer, 0, this.stride).set(query);
    this.#kernel(this.#rowsAt + first * this.stride, count, this.stride, 0, this.#outAt);
    return new Int32Array(this.#memory.buffer, this.#outAt, count);
  }

  #hold(bytes: number): void {
    const missing = Math.ceil((bytes - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.#memory.grow(missing);
  }
}

/** Rows in an ordinary array. */
export class ScriptRowMemory implements RowMemory {
  readonly stride: number;
  readonly #out = new Int32Array(ROWS_A_CALL);
  #bytes = new Int8Array(0);

  constructor(stride: number) {
    this.stride = stride;
  }

  reserve(rows: number): void {
    if (rows * this.stride <= this.#bytes.length) return;
    const grown = new Int8Array(Math.ceil(rows * GROWTH) * this.stride);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  rows(first: number, end: number): Int8Array {
    return this.#bytes.subarray(first * this.stride, end * this.stride);
  }

  dots(query: Int16Array, first: number, count: number): Int32Array {
    const out = this.#out.subarray(0, count);
    dotsInScript(this.rows(first, first + count), count, this.stride, query, out);
    return out;
  }
}
