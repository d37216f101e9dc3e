import type { FileHandle } from 'node:fs/promises';
import { VaultLoomError } from '../protocol/errors.ts';
import { alignedTo8 } from '../kit/bytes/aligned.ts';
import { checksumText, crc32 } from '../kit/bytes/checksum.ts';
import { writeDurably, writeFully } from '../kit/disk/durable-file.ts';
import { saveError } from './save-error.ts';
import { encodeSegmentHeader } from './segment-header.ts';
import type { SectionPlace, SegmentHeader } from './segment-header.ts';
import { segmentFileName, segmentKeyOf } from './segment-name.ts';
import type { SegmentInfo } from './store-types.ts';

/** Bytes of one section, whole or in consecutive pieces. Typed arrays are stored little-endian. */
export type SectionBytes = ArrayBufferView | readonly ArrayBufferView[];

/** One write and one checksum at a time: about 1 ms on a slow machine, so that the loop stays free. */
const WRITE_CHUNK = 1 << 20;

/**
 * Writes one segment file, whole or not at all, and syncs it to the disk. It is part of the index once a commit names
 * it.
 * @throws VaultLoomError `disk_full` or `internal` if the disk fails; nothing is left behind
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
    throw new VaultLoomError('internal', `"${key}" is not a segment key: 8 to 40 of 0-9 and a-z.`);
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
    throw saveError(error, `while writing ${name}`);
  }
  return { key, kind, bytes: dataStart + header.dataBytes, meta };
}

/** Gathers small pieces into chunks, cuts large ones, and computes each section's checksum on the way. */
class ChunkedWriter {
  readonly #handle: FileHandle;
  readonly #chunk: Uint8Array;
  #used = 0;
  /** Where in the file the chunk goes. */
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

function piecesOf(bytes: SectionBytes): Uint8Array[] {
  const views = ArrayBuffer.isView(bytes) ? [bytes] : bytes;
  return views.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
