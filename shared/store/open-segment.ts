import { read, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import { checksumText, crc32 } from '../kit/bytes/checksum.ts';
import { systemCode } from '../kit/disk/disk-io.ts';
import { outwaitOthers } from '../kit/disk/durable-file.ts';
import { Pace } from '../kit/disk/pace.ts';
import { isCount } from './is-count.ts';
import { decodeSegmentHeader, segmentDataStart } from './segment-header.ts';
import type { SectionPlace, SegmentHeader } from './segment-header.ts';
import { segmentFileName } from './segment-name.ts';
import type { SegmentInfo, SegmentReader } from './store-types.ts';

const READ_CHUNK = 1 << 20;
/** Enough for the header of any real segment, in one read. */
const HEADER_GUESS = 4096;
/** Longer ranges are read off the thread. */
const QUICK_BYTES = 64 * 1024;

/**
 * Opens a segment for reading. Its header is verified now, each section when it is read.
 * @throws VaultLoomError `internal` if the file is missing, damaged, or not the size that `info` says, or if the system
 * refuses it for now: see `isPassingFailure`
 */
export async function openSegment(dir: string, info: SegmentInfo): Promise<SegmentReader> {
  const name = segmentFileName(info.key);
  let handle: FileHandle;
  try {
    handle = await outwaitOthers(() => open(join(dir, name), 'r'));
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
    return new OpenSegment(handle, info, { places: header.sections, dataStart, pace: await Pace.at(dir) });
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
  readonly #pace: Pace;
  #reading = 0;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    handle: FileHandle,
    info: SegmentInfo,
    { places, dataStart, pace }: { places: SectionPlace[]; dataStart: number; pace: Pace },
  ) {
    this.#handle = handle;
    this.#dataStart = dataStart;
    this.#pace = pace;
    this.info = info;
    this.#places = new Map(places.map((place) => [place.name, place]));
  }

  get sections(): readonly string[] {
    return [...this.#places.keys()];
  }

  async section(name: string): Promise<Uint8Array> {
    const place = this.#place(name);
    // A buffer of its own, so that typed arrays can view it; not zeroed, as every byte is read.
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
    if (!isCount(offset) || !isCount(length) || offset + length > place.length) {
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
    const file = segmentFileName(this.info.key);
    const offThread = (): Promise<void> => readFully(this.#handle, file, target, position);
    this.#reading++;
    try {
      if (target.length > QUICK_BYTES) await offThread();
      else await this.#pace.do(() => readNow(this.#handle, file, target, position), offThread);
    } finally {
      this.#reading--;
      if (this.#reading === 0) this.#closed?.();
    }
  }
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

function readNow(handle: FileHandle, name: string, target: Uint8Array, position: number): void {
  let done = 0;
  while (done < target.length) {
    let count: number;
    try {
      count = readSync(handle.fd, target, done, target.length - done, position + done);
    } catch (error) {
      throw unreadable(error);
    }
    if (count === 0) throw damaged(name, 'it ends early');
    done += count;
  }
}

async function readFully(handle: FileHandle, name: string, target: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const count = await readSome(handle.fd, target, done, position + done);
    if (count === 0) throw damaged(name, 'it ends early');
    done += count;
  }
}

/** By callback: less than half the latency of `FileHandle.read`, which excerpts depend on. */
function readSome(fd: number, target: Uint8Array, offset: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, target, offset, target.length - offset, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(unreadable(error));
    });
  });
}

function unreadable(error: unknown): VaultLoomError {
  return new VaultLoomError('internal', `The index cannot be read (${systemCode(error)}).`, { cause: error });
}

function damaged(name: string, what: string): VaultLoomError {
  return new VaultLoomError('internal', `The index file ${name} is damaged: ${what}.`, {
    hint: 'The index is a cache: it is rebuilt from the vault.',
  });
}
