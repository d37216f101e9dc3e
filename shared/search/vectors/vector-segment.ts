import type { Steps } from '../../kit/concurrency/slices.ts';
import { alignedTo8 } from '../../kit/bytes/aligned.ts';
import { crc32, crc32Steps } from '../../kit/bytes/checksum.ts';
import { largeBuffer } from '../../kit/memory/large-buffer.ts';
import { strideOf } from './quantise.ts';

/** Vectors as on disk: keys, factors and integers, each a typed array. */
export interface VectorSegment {
  identity: string;
  dimensions: number;
  rows: number;
  /** 16 bytes per row. */
  keys: Uint8Array;
  /** Scales a row to length 1; 0 for a vector without direction. */
  factors: Float32Array;
  /** `strideOf(dimensions)` per row. */
  levels: Int8Array;
}

export const KEY_BYTES = 16;
/** In bytes of UTF-8. */
const MAX_IDENTITY_BYTES = 4096;

const MAGIC = new TextEncoder().encode('VLVEC\r\n\0');
const VERSION = 1;
const FIXED_BYTES = 32;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A segment of n rows, to be filled through its views and completed by {@link sealVectorSegment}. Little-endian: magic,
 * version, rows, dimensions, length of the identity, CRC-32 of the data after the header, CRC-32 of the header before
 * it; then the identity in UTF-8, factors, keys and levels, each padded to 8 bytes.
 * @throws {RangeError} on an identity that is too long
 */
export function emptyVectorSegment(
  identity: string,
  dimensions: number,
  rows: number,
): { bytes: Uint8Array; segment: VectorSegment } {
  const name = new TextEncoder().encode(identity);
  if (name.length > MAX_IDENTITY_BYTES) throw new RangeError(`an identity of ${name.length} bytes is too long`);
  const { end } = placesOf(name.length, dimensions, rows);
  const bytes = new Uint8Array(largeBuffer(end), 0, end);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, VERSION, true);
  view.setUint32(12, rows, true);
  view.setUint32(16, dimensions, true);
  view.setUint32(20, name.length, true);
  bytes.set(name, FIXED_BYTES);
  return { bytes, segment: viewsOf(bytes, identity, dimensions, rows, name.length) };
}

/** Writes the checksums. */
export function* sealVectorSegment(bytes: Uint8Array): Steps<void> {
  const view = new DataView(bytes.buffer);
  view.setUint32(24, yield* crc32Steps(bytes.subarray(FIXED_BYTES)), true);
  view.setUint32(28, crc32(bytes.subarray(0, 28)), true);
}

/**
 * Reads a segment; its arrays are views of `bytes` if aligned, else of a copy.
 * @throws {Error} on bytes that are not a whole segment of this version
 */
export function* readVectorSegment(bytes: Uint8Array): Steps<VectorSegment> {
  if (bytes.length < FIXED_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new Error('not a segment of vectors');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(28, true) !== crc32(bytes.subarray(0, 28)))
    throw new Error('the header of a segment of vectors is damaged');
  if (view.getUint32(8, true) !== VERSION)
    throw new Error(`a segment of vectors has version ${view.getUint32(8, true)} instead of ${VERSION}`);
  const rows = view.getUint32(12, true);
  const dimensions = view.getUint32(16, true);
  const nameLength = view.getUint32(20, true);
  const { end } = placesOf(nameLength, dimensions, rows);
  if (nameLength > MAX_IDENTITY_BYTES || end !== bytes.length)
    throw new Error(`a segment of vectors has ${bytes.length} bytes instead of ${end}`);
  if (view.getUint32(24, true) !== (yield* crc32Steps(bytes.subarray(FIXED_BYTES))))
    throw new Error('a segment of vectors is damaged');
  const identity = new TextDecoder().decode(bytes.subarray(FIXED_BYTES, FIXED_BYTES + nameLength));
  return viewsOf(bytes.byteOffset % 8 === 0 ? bytes : bytes.slice(), identity, dimensions, rows, nameLength);
}

/** Writes 32 hexadecimal digits as 16 bytes. */
export function writeKey(key: string, keys: Uint8Array, row: number): void {
  for (let i = 0; i < KEY_BYTES; i += 1)
    keys[row * KEY_BYTES + i] = (digitAt(key, 2 * i) << 4) | digitAt(key, 2 * i + 1);
}

/** The value of a hexadecimal digit, a lower-case letter if any. */
function digitAt(key: string, at: number): number {
  const code = key.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

export function readKey(keys: Uint8Array, row: number): string {
  let key = '';
  for (let i = row * KEY_BYTES; i < (row + 1) * KEY_BYTES; i += 1) key += HEX[keys[i] as number] as string;
  return key;
}

function viewsOf(
  bytes: Uint8Array,
  identity: string,
  dimensions: number,
  rows: number,
  nameLength: number,
): VectorSegment {
  const places = placesOf(nameLength, dimensions, rows);
  const at = (place: number): number => bytes.byteOffset + place;
  return {
    identity,
    dimensions,
    rows,
    factors: new Float32Array(bytes.buffer, at(places.factors), rows),
    keys: new Uint8Array(bytes.buffer, at(places.keys), rows * KEY_BYTES),
    levels: new Int8Array(bytes.buffer, at(places.levels), rows * strideOf(dimensions)),
  };
}

function placesOf(
  nameLength: number,
  dimensions: number,
  rows: number,
): { factors: number; keys: number; levels: number; end: number } {
  const factors = alignedTo8(FIXED_BYTES + nameLength);
  const keys = alignedTo8(factors + rows * Float32Array.BYTES_PER_ELEMENT);
  const levels = alignedTo8(keys + rows * KEY_BYTES);
  return { factors, keys, levels, end: alignedTo8(levels + rows * strideOf(dimensions)) };
}
