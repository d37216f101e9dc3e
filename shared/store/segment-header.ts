import { alignedTo8 } from '../kit/bytes/aligned.ts';
import { crc32 } from '../kit/bytes/checksum.ts';
import { isRecord } from '../kit/json/is-record.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import { isCount } from './is-count.ts';

/** Where a section is, counted from the start of the segment's data. */
export interface SectionPlace {
  name: string;
  /** A multiple of 8. */
  offset: number;
  length: number;
  /** CRC-32 of the section's bytes, see `checksumText`. */
  checksum: string;
}

/** What precedes a segment's data. */
export interface SegmentHeader {
  key: string;
  kind: string;
  /** Bytes after the header. */
  dataBytes: number;
  /** In the order they are stored, without overlap. */
  sections: SectionPlace[];
}

/**
 * The header as bytes: magic, layout version, length and CRC-32 of the directory, CRC-32 of those fields, then the
 * directory as JSON, padded to a multiple of 8. Checksums of sections do not change its length.
 */
export function encodeSegmentHeader(header: SegmentHeader): Uint8Array {
  const directory = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(alignedTo8(FIXED_BYTES + directory.length));
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, LAYOUT_VERSION, true);
  view.setUint32(12, directory.length, true);
  view.setUint32(16, crc32(directory), true);
  view.setUint32(20, crc32(bytes.subarray(0, 20)), true);
  bytes.set(directory, FIXED_BYTES);
  return bytes;
}

/** Offset of a file's data in bytes, or undefined if `start` is not the start of a segment of `fileBytes`. */
export function segmentDataStart(start: Uint8Array, fileBytes: number): number | undefined {
  if (start.length < FIXED_BYTES || MAGIC.some((byte, i) => start[i] !== byte)) return undefined;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (view.getUint32(20, true) !== crc32(start.subarray(0, 20)) || view.getUint32(8, true) !== LAYOUT_VERSION)
    return undefined;
  const dataStart = alignedTo8(FIXED_BYTES + view.getUint32(12, true));
  return dataStart <= fileBytes ? dataStart : undefined;
}

/**
 * Reads what {@link encodeSegmentHeader} wrote from the first `segmentDataStart` bytes of a file of `fileBytes`;
 * undefined if it is torn or names bytes outside the file.
 */
export function decodeSegmentHeader(start: Uint8Array, fileBytes: number): SegmentHeader | undefined {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const directory = start.subarray(FIXED_BYTES, FIXED_BYTES + view.getUint32(12, true));
  if (crc32(directory) !== view.getUint32(16, true)) return undefined;
  const header = parseJson(new TextDecoder().decode(directory));
  return isHeader(header) && header.dataBytes === fileBytes - start.length ? header : undefined;
}

const MAGIC = new TextEncoder().encode('VLSEG\r\n\0');
const LAYOUT_VERSION = 1;
const FIXED_BYTES = 24;

function isHeader(value: unknown): value is SegmentHeader {
  if (!isRecord(value)) return false;
  const { key, kind, dataBytes, sections } = value;
  return (
    typeof key === 'string' &&
    typeof kind === 'string' &&
    isCount(dataBytes) &&
    Array.isArray(sections) &&
    areInOrder(sections, dataBytes)
  );
}

function areInOrder(sections: unknown[], dataBytes: number): boolean {
  let end = 0;
  return sections.every((place) => {
    if (!isPlace(place) || place.offset !== end || place.offset + place.length > dataBytes) return false;
    end = alignedTo8(place.offset + place.length);
    return true;
  });
}

function isPlace(value: unknown): value is SectionPlace {
  if (!isRecord(value)) return false;
  const { name, offset, length, checksum } = value;
  return typeof name === 'string' && isCount(offset) && isCount(length) && typeof checksum === 'string';
}
