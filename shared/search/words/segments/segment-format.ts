import { FIELD_COUNT } from './postings.ts';

/**
 * The bytes of a segment: a header of 32-bit words, then sections of 32-bit words and bytes, little-endian, aligned to
 * four bytes.
 *
 * | Section | Holds |
 * |---|---|
 * | ids | note number of each row |
 * | lengths | words per row and field |
 * | chunkOffsets, chunks | per row and chunk: where it begins in the body and what its heading spans, in positions |
 * | nameOffsets, names | per row: pairs (position, meaningful words) for its title and aliases |
 * | termOffsets, dictionary | the terms in UTF-8, in byte order |
 * | postingOffsets, postings | per term: for each row and field, variable-length numbers |
 */
const MAGIC = 0x54464c56;
const VERSION = 3;
const HEADER_WORDS = 9;

export const MAX_NOTE_ID = (1 << 24) - 1;

/** Numbers of items in the sections, from which all sizes follow. */
export interface SegmentShape {
  rows: number;
  terms: number;
  /** {@link CHUNK_STRIDE} per chunk. */
  chunks: number;
  /** Two per name. */
  names: number;
  dictionaryBytes: number;
  postingBytes: number;
}

/** Views of a segment's sections. */
export interface SegmentSections {
  ids: Uint32Array;
  lengths: Uint32Array;
  chunkOffsets: Uint32Array;
  chunks: Uint32Array;
  nameOffsets: Uint32Array;
  names: Uint32Array;
  termOffsets: Uint32Array;
  postingOffsets: Uint32Array;
  dictionary: Uint8Array;
  postings: Uint8Array;
}

/** Bytes of a segment of this shape. */
export function segmentLength(shape: SegmentShape): number {
  return (
    HEADER_WORDS * 4 +
    wordCounts(shape).reduce((sum, words) => sum + words * 4, 0) +
    padded(shape.dictionaryBytes) +
    padded(shape.postingBytes)
  );
}

/** Writes the header and returns the sections to fill. */
export function layOut(bytes: Uint8Array<ArrayBuffer>, shape: SegmentShape): SegmentSections {
  new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS).set([
    MAGIC,
    VERSION,
    bytes.length,
    shape.rows,
    shape.terms,
    shape.chunks,
    shape.names,
    shape.dictionaryBytes,
    shape.postingBytes,
  ]);
  return views(bytes, shape);
}

/**
 * Reads a segment's sections, after the checks that make reading safe.
 * @throws {Error} if the bytes are not a whole segment of this version
 */
export function openSections(given: Uint8Array): SegmentSections {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  if (bytes.length < HEADER_WORDS * 4) throw broken(`${bytes.length} bytes are too few`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_WORDS * 4);
  const word = (place: number): number => view.getUint32(place * 4, true);
  const [version, length] = [word(1), word(2)];
  if (word(0) !== MAGIC) throw broken('it does not begin like one');
  if (version !== VERSION) throw broken(`its version is ${version}, not ${VERSION}`);
  const [rows, terms, chunks, names] = [word(3), word(4), word(5), word(6)];
  const [dictionaryBytes, postingBytes] = [word(7), word(8)];
  const shape = { rows, terms, chunks, names, dictionaryBytes, postingBytes };
  if (length !== bytes.length || segmentLength(shape) !== length)
    throw broken('its length is not what its header says');
  const sections = views(bytes, shape);
  checkIds(sections.ids);
  checkOffsets('chunks', sections.chunkOffsets, chunks);
  checkOffsets('names', sections.nameOffsets, names);
  checkOffsets('terms', sections.termOffsets, dictionaryBytes);
  checkOffsets('postings', sections.postingOffsets, postingBytes);
  return sections;
}

function wordCounts(shape: SegmentShape): number[] {
  const { rows, terms, chunks, names } = shape;
  return [rows, rows * FIELD_COUNT, rows + 1, chunks, rows + 1, names, terms + 1, terms + 1];
}

function views(bytes: Uint8Array, shape: SegmentShape): SegmentSections {
  const { rows, terms, chunks, names } = shape;
  let at = bytes.byteOffset + HEADER_WORDS * 4;
  const words = (count: number): Uint32Array => {
    const view = new Uint32Array(bytes.buffer, at, count);
    at += count * 4;
    return view;
  };
  return {
    ids: words(rows),
    lengths: words(rows * FIELD_COUNT),
    chunkOffsets: words(rows + 1),
    chunks: words(chunks),
    nameOffsets: words(rows + 1),
    names: words(names),
    termOffsets: words(terms + 1),
    postingOffsets: words(terms + 1),
    dictionary: new Uint8Array(bytes.buffer, at, shape.dictionaryBytes),
    postings: new Uint8Array(bytes.buffer, at + padded(shape.dictionaryBytes), shape.postingBytes),
  };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

function checkIds(ids: Uint32Array): void {
  const seen = new Set<number>();
  for (const id of ids) {
    if (id > MAX_NOTE_ID || seen.has(id)) throw broken(`note number ${id} cannot stand there`);
    seen.add(id);
  }
}

function checkOffsets(name: string, offsets: Uint32Array, end: number): void {
  let before = 0;
  for (const offset of offsets) {
    if (offset < before) throw broken(`its table of ${name} does not ascend`);
    before = offset;
  }
  if (offsets[0] !== 0 || offsets.at(-1) !== end) throw broken(`its table of ${name} does not cover them`);
}

function broken(reason: string): Error {
  return new Error(`Not a full-text segment: ${reason}`);
}
