import { randomBytes } from 'node:crypto';
import { read } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import { checksumText, crc32 } from '../kit/bytes/checksum.ts';
import { systemCode } from '../kit/disk/disk-io.ts';
import { writeDurably, writeFully } from '../kit/disk/durable-file.ts';
import { alignedTo8, decodeSegmentHeader, encodeSegmentHeader, segmentDataStart } from './segment-header.ts';
import type { SectionPlace, SegmentHeader } from './segment-header.ts';
import type { SegmentInfo, SegmentReader } from './store-types.ts';

/** Bytes of one section, whole or in consecutive pieces. Typed arrays are stored little-endian. */
export type SectionBytes = ArrayBufferView | readonly ArrayBufferView[];

const SEGMENT_NAME = /^segment-([0-9a-z]{8,40})\.bin$/;
/** One write and one checksum at a time: about 1 ms of a slow host, so that the loop stays free. */
const WRITE_CHUNK = 1 << 20;
const READ_CHUNK = 1 << 20;
/** Enough for the header of any segment we write, in one read. */
const HEADER_GUESS = 4096;

/** A key that no other process will make: its time, then 40 random bits. */
export function newSegmentKey(): string {
  return Date.now().toString(36) + randomBytes(5).toString('hex');
}

/** The name of a segment's file inside the index folder. */
export function segmentFileName(key: string): string {
  return `segment-${key}.bin`;
}

/** The key in a segment's file name, or undefined for any other name. */
export function segmentKeyOf(fileName: string): string | undefined {
  return SEGMENT_NAME.exec(fileName)?.[1];
}

/**
 * Writes one segment file, whole or not at all, in writes of at most 1 MiB, and syncs it to the disk. It is part of the
 * index only once a commit names it.
 * @throws VaultLoomError `internal` if the disk fails (full, read-only); then nothing is left behind.
 */
export async function writeSegment(
  dir: string,
  key: string,
  kind: string,
  sections: Readonly<Record<string, SectionBytes>>,
  meta: Record<string, unknown>,
): Promise<SegmentInfo> {
  const name = segmentFileName(key);
  if (segmentKeyOf(name) === undefined)
    throw new VaultLoomError('internal', `"${key}" is no segment key: 8 to 40 of 0-9 and a-z.`);
  const pieces = new Map(Object.entries(sections).map(([section, bytes]) => [section, piecesOf(bytes)]));
  const header = layOut(key, kind, pieces);
  const dataStart = encodeSegmentHeader(header).length;
  try {
    await writeDurably(dir, name, async (handle) => {
      const writer = new ChunkedWriter(handle, dataStart, header.dataBytes);
      for (const place of header.sections) {
        await writer.padTo(dataStart + place.offset);
        place.checksum = checksumText(await writer.write(pieces.get(place.name) ?? []));
      }
      await writer.padTo(dataStart + header.dataBytes);
      await writer.flush();
      await writeFully(handle, encodeSegmentHeader(header), 0);
    });
  } catch (error) {
    throw new VaultLoomError(
      ['ENOSPC', 'EDQUOT'].includes(systemCode(error)) ? 'disk_full' : 'internal',
      `The index could not be saved: ${systemCode(error) || 'unknown error'} while writing ${name}.`,
      {
        hint: 'Free some disk space or make the index folder writable; until then the index is kept in memory.',
        cause: error,
      },
    );
  }
  return { key, kind, bytes: dataStart + header.dataBytes, meta };
}

/**
 * Opens a segment for reading. Its header is verified now, each section when it is read.
 * @throws VaultLoomError `internal` if the file is missing, has another size than `info` says, or is damaged.
 */
export async function openSegment(dir: string, info: SegmentInfo): Promise<SegmentReader> {
  const name = segmentFileName(info.key);
  let handle: FileHandle;
  try {
    handle = await open(join(dir, name), 'r');
  } catch (error) {
    throw new VaultLoomError('internal', `The index file ${name} cannot be opened (${systemCode(error)}).`, {
      cause: error,
    });
  }
  try {
    const { size } = await handle.stat();
    if (size !== info.bytes) throw damaged(name, `it has ${size} bytes where ${info.bytes} were written`);
    const { header, dataStart } = await readHeader(handle, name, size);
    if (header.key !== info.key || header.kind !== info.kind) throw damaged(name, 'it holds another segment');
    return new OpenSegment(handle, info, header.sections, dataStart);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

class OpenSegment implements SegmentReader {
  readonly info: SegmentInfo;
  readonly #handle: FileHandle;
  readonly #dataStart: number;
  readonly #places: Map<string, SectionPlace>;
  #reading = 0;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(handle: FileHandle, info: SegmentInfo, places: SectionPlace[], dataStart: number) {
    this.#handle = handle;
    this.#dataStart = dataStart;
    this.info = info;
    this.#places = new Map(places.map((place) => [place.name, place]));
  }

  async section(name: string): Promise<Uint8Array> {
    const place = this.#place(name);
    // A separate buffer, so that typed arrays can view it, and not zeroed, as every byte is read.
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(place.length).buffer);
    let sum = 0;
    for (let start = 0; start < bytes.length; start += READ_CHUNK) {
      const chunk = bytes.subarray(start, start + READ_CHUNK);
      await this.#fill(chunk, this.#dataStart + place.offset + start);
      sum = crc32(chunk, sum);
    }
    if (checksumText(sum) !== place.checksum)
      throw damaged(segmentFileName(this.info.key), `section "${name}" fails its checksum`);
    return bytes;
  }

  async range(name: string, offset: number, length: number): Promise<Uint8Array> {
    const place = this.#place(name);
    if (
      !Number.isSafeInteger(offset) ||
      !Number.isSafeInteger(length) ||
      offset < 0 ||
      length < 0 ||
      offset + length > place.length
    ) {
      throw damaged(
        segmentFileName(this.info.key),
        `bytes ${offset} to ${offset + length} lie outside section "${name}" of ${place.length}`,
      );
    }
    const bytes = new Uint8Array(length);
    await this.#fill(bytes, this.#dataStart + place.offset + offset);
    return bytes;
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      if (this.#reading > 0) await new Promise<void>((resolve) => (this.#closed = resolve));
      await this.#handle.close();
    })();
    return this.#closing;
  }

  #place(name: string): SectionPlace {
    const file = segmentFileName(this.info.key);
    if (this.#closing !== undefined)
      throw new VaultLoomError('internal', `The index file ${file} was closed before section "${name}" was read.`);
    const place = this.#places.get(name);
    if (place === undefined) throw damaged(file, `it has no section "${name}"`);
    return place;
  }

  async #fill(target: Uint8Array, position: number): Promise<void> {
    this.#reading++;
    try {
      await readFully(this.#handle, segmentFileName(this.info.key), target, position);
    } finally {
      this.#reading--;
      if (this.#reading === 0) this.#closed?.();
    }
  }
}

/** Gathers small pieces into chunks, and cuts large ones into such; sums each section on its way through. */
class ChunkedWriter {
  readonly #handle: FileHandle;
  readonly #chunk: Uint8Array;
  #used = 0;
  /** Where in the file the chunk will go. */
  #position: number;

  constructor(handle: FileHandle, position: number, bytesToCome: number) {
    this.#handle = handle;
    this.#position = position;
    this.#chunk = new Uint8Array(Math.min(bytesToCome, WRITE_CHUNK));
  }

  async write(pieces: readonly Uint8Array[]): Promise<number> {
    let sum = 0;
    for (const piece of pieces) {
      for (let start = 0; start < piece.length; ) {
        const part = piece.subarray(start, start + this.#chunk.length - this.#used);
        this.#chunk.set(part, this.#used);
        sum = crc32(part, sum);
        this.#used += part.length;
        start += part.length;
        if (this.#used === this.#chunk.length) await this.flush();
      }
    }
    return sum;
  }

  async padTo(position: number): Promise<void> {
    await this.write([new Uint8Array(position - this.#position - this.#used)]);
  }

  async flush(): Promise<void> {
    await writeFully(this.#handle, this.#chunk.subarray(0, this.#used), this.#position);
    this.#position += this.#used;
    this.#used = 0;
  }
}

function layOut(key: string, kind: string, pieces: Map<string, Uint8Array[]>): SegmentHeader {
  let end = 0;
  const sections = [...pieces].map(([name, parts]): SectionPlace => {
    const place = { name, offset: end, length: lengthOf(parts), checksum: checksumText(0) };
    end = alignedTo8(place.offset + place.length);
    return place;
  });
  return { key, kind, dataBytes: end, sections };
}

async function readHeader(
  handle: FileHandle,
  name: string,
  size: number,
): Promise<{ header: SegmentHeader; dataStart: number }> {
  let start = new Uint8Array(Math.min(size, HEADER_GUESS));
  await readFully(handle, name, start, 0);
  const dataStart = segmentDataStart(start, size);
  if (dataStart === undefined) throw damaged(name, 'it does not begin as an index file of this version');
  if (dataStart > start.length) {
    start = new Uint8Array(dataStart);
    await readFully(handle, name, start, 0);
  }
  const header = decodeSegmentHeader(start.subarray(0, dataStart), size);
  if (header === undefined) throw damaged(name, 'its directory is torn');
  return { header, dataStart };
}

async function readFully(handle: FileHandle, name: string, target: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const count = await readSome(handle.fd, target, done, position + done);
    if (count === 0) throw damaged(name, 'it ends early');
    done += count;
  }
}

/** `fs.read` by callback has less than half the latency of `FileHandle.read`, which counts for excerpts. */
function readSome(fd: number, target: Uint8Array, offset: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, target, offset, target.length - offset, position, (error, count) => {
      if (error === null) resolve(count);
      else
        reject(
          new VaultLoomError('internal', `The index cannot be read (${error.code ?? 'unknown error'}).`, {
            cause: error,
          }),
        );
    });
  });
}

function piecesOf(bytes: SectionBytes): Uint8Array[] {
  const views: readonly ArrayBufferView[] = Array.isArray(bytes) ? bytes : [bytes as ArrayBufferView];
  return views.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function damaged(name: string, what: string): VaultLoomError {
  return new VaultLoomError('internal', `The index file ${name} is damaged: ${what}.`, {
    hint: 'The index is a cache: it is rebuilt from the vault.',
  });
}
