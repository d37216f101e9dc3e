import type { Steps } from '../../kit/concurrency/slices.ts';
import { crc32, crc32Steps } from '../../kit/bytes/checksum.ts';
import { largeBuffer } from '../../kit/memory/large-buffer.ts';
import { strideOf } from '../../search/vectors/quantise.ts';
import type { LsaParts } from './lsa-model.ts';

const MAGIC = new TextEncoder().encode('VLLSA\r\n\0');
const VERSION = 1;
const FIXED_BYTES = 36;
const BYTES_A_STEP = 500_000;

/**
 * A model as bytes, little-endian: magic, version, dimensions, texts, terms, length of the terms' text, CRC-32 of the
 * data after the header, CRC-32 of the header before it; then weights, factors, levels, and the terms in UTF-8, one per
 * line.
 */
export function* encodeLsaModel(parts: LsaParts): Steps<Uint8Array> {
  const names = new TextEncoder().encode(parts.terms.join('\n'));
  const places = placesOf(parts.terms.length, parts.dimensions, names.length);
  const bytes = new Uint8Array(largeBuffer(places.end), 0, places.end);
  const view = new DataView(bytes.buffer);
  yield;
  bytes.set(MAGIC);
  view.setUint32(8, VERSION, true);
  view.setUint32(12, parts.dimensions, true);
  view.setUint32(16, parts.texts, true);
  view.setUint32(20, parts.terms.length, true);
  view.setUint32(24, names.length, true);
  bytes.set(bytesOf(parts.weights), places.weights);
  bytes.set(bytesOf(parts.factors), places.factors);
  yield;
  const levels = bytesOf(parts.levels);
  for (let at = 0; at < levels.length; at += BYTES_A_STEP) {
    bytes.set(levels.subarray(at, at + BYTES_A_STEP), places.levels + at);
    yield;
  }
  bytes.set(names, places.names);
  view.setUint32(28, yield* crc32Steps(bytes.subarray(FIXED_BYTES)), true);
  view.setUint32(32, crc32(bytes.subarray(0, 32)), true);
  return bytes;
}

/**
 * Reads what {@link encodeLsaModel} wrote.
 * @throws {Error} on bytes that are not a whole model of this version
 */
export function* decodeLsaModel(bytes: Uint8Array): Steps<LsaParts> {
  if (bytes.length < FIXED_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Error('not a model of terms');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(32, true) !== crc32(bytes.subarray(0, 32)))
    throw new Error('the header of a model of terms is damaged');
  if (view.getUint32(8, true) !== VERSION)
    throw new Error(`a model of terms has version ${view.getUint32(8, true)} instead of ${VERSION}`);
  const word = (at: number): number => view.getUint32(at, true);
  const [dimensions, texts, count, nameLength] = [word(12), word(16), word(20), word(24)];
  const places = placesOf(count, dimensions, nameLength);
  if (places.end !== bytes.length)
    throw new Error(`a model of terms has ${bytes.length} bytes instead of ${places.end}`);
  if (view.getUint32(28, true) !== (yield* crc32Steps(bytes.subarray(FIXED_BYTES))))
    throw new Error('a model of terms is damaged');
  const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const at = (place: number): number => own.byteOffset + place;
  const names = new TextDecoder().decode(own.subarray(places.names));
  return {
    dimensions,
    texts,
    terms: count === 0 ? [] : names.split('\n'),
    weights: new Float32Array(own.buffer, at(places.weights), count),
    factors: new Float32Array(own.buffer, at(places.factors), count),
    levels: new Int8Array(own.buffer, at(places.levels), count * strideOf(dimensions)),
  };
}

function placesOf(
  terms: number,
  dimensions: number,
  nameLength: number,
): { weights: number; factors: number; levels: number; names: number; end: number } {
  const weights = FIXED_BYTES;
  const factors = weights + terms * Float32Array.BYTES_PER_ELEMENT;
  const levels = factors + terms * Float32Array.BYTES_PER_ELEMENT;
  const names = levels + terms * strideOf(dimensions);
  return { weights, factors, levels, names, end: names + nameLength };
}

function bytesOf(array: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
