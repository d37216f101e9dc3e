import { constants, realpath as realpathInSteps, realpathSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bytesWithRoom, sizeWithRoom } from '../bytes/room.ts';

/**
 * Opens without waiting for a writer (a fifo would hang) and without following a symlink in the last segment. Windows
 * has neither flag.
 */
export const OPEN_GUARDED = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** What {@link systemCode} gives for an error that is not the system's. */
export const NO_SYSTEM_CODE = 'unknown error';

/** The system's code of an error, such as `ENOENT`, or {@link NO_SYSTEM_CODE}. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return NO_SYSTEM_CODE;
}

/** True if nothing is there: no entry, a file in place of a folder, or a name too long to exist. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes(systemCode(error));
}

/**
 * The real path, symlinks resolved, in the disk's own letter case on macOS and Windows. Some Windows drives (RAM disks,
 * encrypted containers) refuse the system call; there Node follows the path step by step.
 */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isRefusedByDrive(error)) throw error;
    return promisify(realpathInSteps)(path);
  }
}

/** The same as {@link realPathOf}, synchronously. */
export function realPathNow(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isRefusedByDrive(error)) throw error;
    return realpathSync(path);
  }
}

function isRefusedByDrive(error: unknown): boolean {
  return process.platform === 'win32' && !['ENOENT', 'ENOTDIR'].includes(systemCode(error));
}

/** An open file, read at a position. */
export interface ReadableFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/**
 * All bytes of an open file, with room after them. `size` is its last known size; if it still holds, one read is saved.
 */
export async function readWhole(handle: ReadableFile, size: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(sizeWithRoom(size));
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === size) return bytesWithRoom(bytes, filled);
    if (filled === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2 + 65_536);
      larger.set(bytes);
      bytes = larger;
    }
  }
}

/**
 * Text of a settings file, or null if it is not a regular file. Follows symlinks, since settings are never shown.
 * UTF-8, or UTF-16 with a byte order mark. Throws the system's error, and a `RangeError` if the file is larger than
 * `maxBytes`.
 */
export async function readSettingsText(path: string, maxBytes: number): Promise<string | null> {
  const target = await realPathOf(path).catch(nullWhenAbsent);
  const handle = target === null ? null : await open(target, OPEN_GUARDED).catch(nullWhenAbsent);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    if (stats.size > maxBytes) throw new RangeError(`larger than ${maxBytes} bytes`);
    return decodeText(await handle.readFile());
  } finally {
    await handle.close();
  }
}

function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** For `catch`: null if nothing is there; throws any other error. */
export function nullWhenAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}
