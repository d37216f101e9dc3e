import type { Steps } from '../../../kit/concurrency/slices.ts';

const encoder = new TextEncoder();
const BLOCK_SIZE = 1 << 18;

/** A byte array that grows in blocks, without copying. */
export class ByteBlocks {
  /** The current block; valid after {@link reserve}. */
  block = new Uint8Array(0);
  /** Bytes used of `block`, advanced by the writer. */
  used = 0;
  readonly #full: Uint8Array[] = [];
  #fullLength = 0;

  get length(): number {
    return this.#fullLength + this.used;
  }

  /** Makes room for `size` bytes at `block[used]`. */
  reserve(size: number): void {
    if (this.used + size <= this.block.length) return;
    this.#full.push(this.block.subarray(0, this.used));
    this.#fullLength += this.used;
    this.block = new Uint8Array(Math.max(BLOCK_SIZE, size));
    this.used = 0;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.block.set(bytes, this.used);
    this.used += bytes.length;
  }

  appendText(text: string): void {
    this.reserve(text.length * 3);
    const start = this.used;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) {
        this.used = start + encoder.encodeInto(text, this.block.subarray(start)).written;
        return;
      }
      this.block[this.used++] = unit;
    }
  }

  /** Writes a number below 2^32 in groups of seven bits, lowest first, into up to 5 reserved bytes. */
  writeVarint(value: number): void {
    const block = this.block;
    let at = this.used;
    let rest = value;
    while (rest > 0x7f) {
      block[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    block[at++] = rest;
    this.used = at;
  }

  /** Copies all bytes to `target` at `offset`, one block per step. */
  *copyTo(target: Uint8Array, offset: number): Steps<void> {
    let at = offset;
    for (const block of this.#full) {
      target.set(block, at);
      at += block.length;
      yield;
    }
    target.set(this.block.subarray(0, this.used), at);
  }
}
