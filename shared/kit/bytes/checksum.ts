import * as zlib from 'node:zlib';
import type { Steps } from '../concurrency/slices.ts';

type Crc32 = (bytes: Uint8Array, value?: number) => number;

/**
 * CRC-32 (ISO-HDLC, as in gzip) of `bytes`, unsigned. To continue, pass the previous result as `value`. Native if zlib
 * has it (Node 20.15); {@link crc32InScript} is about five times slower, still a gigabyte a second.
 */
export function crc32(bytes: Uint8Array, value = 0): number {
  return native === undefined ? crc32InScript(bytes, value) : native(bytes, value);
}

/** {@link crc32} of many bytes, a millisecond's worth a step. */
export function* crc32Steps(bytes: Uint8Array): Steps<number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += BYTES_A_STEP) {
    sum = crc32(bytes.subarray(at, at + BYTES_A_STEP), sum);
    yield;
  }
  return sum;
}

const BYTES_A_STEP = 1 << 20;

/** CRC-32 without zlib, eight bytes per step (Kounavis and Berry, 'slicing-by-8', 2005). */
export function crc32InScript(bytes: Uint8Array, value = 0): number {
  tables ??= slicingTables();
  const table = tables;
  const at = (index: number): number => table[index] as number;
  const end = bytes.length - (bytes.length % 8);
  let crc = ~value;
  let i = 0;
  for (; i < end; i += 8) {
    const low =
      crc ^
      ((bytes[i] as number) |
        ((bytes[i + 1] as number) << 8) |
        ((bytes[i + 2] as number) << 16) |
        ((bytes[i + 3] as number) << 24));
    crc =
      at(1792 + (low & 255)) ^
      at(1536 + ((low >>> 8) & 255)) ^
      at(1280 + ((low >>> 16) & 255)) ^
      at(1024 + (low >>> 24)) ^
      at(768 + (bytes[i + 4] as number)) ^
      at(512 + (bytes[i + 5] as number)) ^
      at(256 + (bytes[i + 6] as number)) ^
      at(bytes[i + 7] as number);
  }
  for (; i < bytes.length; i++) crc = at((crc ^ (bytes[i] as number)) & 255) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Eight lower-case hexadecimal digits. */
export function checksumText(value: number): string {
  return value.toString(16).padStart(8, '0');
}

const native: Crc32 | undefined = zlib.crc32;
let tables: Uint32Array | undefined;

function slicingTables(): Uint32Array {
  const table = new Uint32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    table[byte] = crc;
  }
  for (let i = 256; i < table.length; i++) {
    const before = table[i - 256] ?? 0;
    table[i] = (table[before & 255] ?? 0) ^ (before >>> 8);
  }
  return table;
}
