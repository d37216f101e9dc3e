import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, NO_SYSTEM_CODE, OPEN_GUARDED, realPathOf, systemCode } from '../../../kit/disk/disk-io.ts';

/** The file with the built-in model's weights, as the build knows it. */
export interface ModelFile {
  /** Has the beginning of its hash in it. */
  name: string;
  bytes: number;
  /** How many of its bytes, from the first, are the weights; the space of words follows, then the licence. */
  weightBytes: number;
  wordSpaceBytes: number;
  /** Of all its bytes, in hex. */
  sha256: string;
}

/** Why the file in one place cannot be used. Of a damaged one, the message says what is wrong. */
export class ModelFault extends Error {
  readonly kind: 'absent' | 'damaged';
  /** The system refuses to read it, so what it holds is not known. Counts as damaged. */
  readonly isUnread: boolean;

  constructor(kind: 'absent' | 'damaged', message: string, isUnread = false) {
    super(message);
    this.name = 'ModelFault';
    this.kind = kind;
    this.isUnread = isUnread;
  }
}

/** The one folder where all vaults, servers and apps of this person find the model. */
export function modelsFolder(dataFolder: string): string {
  return join(dataFolder, 'models');
}

/**
 * The file in a folder, in pieces of up to 256 KiB, each valid until the next is asked for. Other work has its turn
 * between two pieces. Throws {@link ModelFault}; after the last piece, if the content is not the model's.
 */
export function modelPieces(folder: string, file: ModelFile): AsyncGenerator<Uint8Array> {
  return checkedPieces(readPieces(join(folder, file.name), file), file);
}

/** The same pieces. Throws {@link ModelFault} after the last one if together they are not the model's file. */
export async function* checkedPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: ModelFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
    if (bytes > file.bytes) break;
    yield piece;
  }
  if (bytes !== file.bytes) throw wrongSize(bytes, file);
  if (hash.digest('hex') !== file.sha256) throw new ModelFault('damaged', 'its content is not that of the model');
}

/**
 * The weights and the space of words in a folder's file. Throws {@link ModelFault} if the file is absent or not whole.
 */
export async function readWeights(folder: string, file: ModelFile): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(file.bytes);
  await readToEnd(checkedPieces(readPieces(join(folder, file.name), file, whole), file));
  return whole.subarray(0, file.weightBytes + file.wordSpaceBytes);
}

/** Reads the file in a folder to its end: null if it is whole, else what is wrong. Never rejects. */
export async function faultOfModel(folder: string, file: ModelFile): Promise<ModelFault | null> {
  try {
    await readToEnd(modelPieces(folder, file));
    return null;
  } catch (error) {
    return error instanceof ModelFault ? error : new ModelFault('damaged', String(error));
  }
}

async function readToEnd(pieces: AsyncGenerator<Uint8Array>): Promise<void> {
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next());
}

/** What a look at a folder's file tells without reading it. */
export interface Glance {
  /** Tells the file from another of its name that was put there later. */
  stamp: string;
  /** Null if it may be whole. */
  fault: ModelFault | null;
}

/** Looks at the file in a folder; null if none is there. Never rejects. */
export async function glanceAtModel(folder: string, file: ModelFile): Promise<Glance | null> {
  const stats = await stat(join(folder, file.name)).catch(() => null);
  if (stats === null) return null;
  return { stamp: `${stats.ino}:${stats.size}:${stats.mtimeMs}`, fault: faultOfStats(stats, file) };
}

/** Small enough to be hashed within a millisecond or two. */
const PIECE_BYTES = 256 * 1024;

/**
 * @param whole is filled with the content. The first touch of fresh memory takes longer than reading what goes there,
 *   and here it is left to the thread that reads
 */
async function* readPieces(path: string, file: ModelFile, whole?: Uint8Array): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(await realPathOf(path), OPEN_GUARDED);
    const fault = faultOfStats(await handle.stat(), file);
    if (fault !== null) throw fault;
    const buffer = new Uint8Array(PIECE_BYTES);
    for (let at = 0; ; ) {
      // What a file has beyond its size is counted, but kept nowhere.
      const isInside = whole !== undefined && at < whole.length;
      const piece = isInside ? whole.subarray(at, at + PIECE_BYTES) : buffer;
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } catch (error) {
    if (isAbsence(error)) throw new ModelFault('absent', 'it is not there');
    const code = systemCode(error);
    throw code === NO_SYSTEM_CODE ? error : new ModelFault('damaged', `it cannot be read (${code})`, true);
  } finally {
    await handle?.close();
  }
}

/** A foreign file may be of any size, so it is refused before it is read. */
function faultOfStats(stats: Stats, file: ModelFile): ModelFault | null {
  if (!stats.isFile()) return new ModelFault('damaged', 'it is not a file');
  return stats.size === file.bytes ? null : wrongSize(stats.size, file);
}

function wrongSize(bytes: number, file: ModelFile): ModelFault {
  return new ModelFault('damaged', `it has ${bytes} bytes instead of ${file.bytes}`);
}
