import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../time/sleep.ts';
import { systemCode } from './disk-io.ts';

/** Matches files that a killed writer left behind. */
export const TEMPORARY_NAME = /^\.vault-loom-[0-9a-z-]+\.tmp$/;

/**
 * Writes a file completely or not at all: temporary name, fsync, rename. `mayReplace` is asked just before the rename;
 * if it says no, nothing changes and the result is false. Throws the system's error, leaving no temporary file.
 */
export async function writeDurably(
  folder: string,
  name: string,
  fill: (handle: FileHandle) => Promise<void>,
  mayReplace: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const temporary = join(folder, `.vault-loom-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await fill(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const replaced = await outwaitOthers(async () => {
      if (!(await mayReplace())) return false;
      await rename(temporary, join(folder, name));
      return true;
    });
    if (replaced) return true;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await rm(temporary, { force: true });
  return false;
}

/** An open file, written at a position; at its end if that is null and it was opened for appending. */
export interface WritableFile {
  write(buffer: Uint8Array, offset: number, length: number, position: number | null): Promise<{ bytesWritten: number }>;
}

/** Writes all of `bytes` at `position`, or at the end of a file opened for appending. */
export async function writeFully(handle: WritableFile, bytes: Uint8Array, position: number | null): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(
      bytes,
      done,
      bytes.length - done,
      position === null ? null : position + done,
    );
    done += bytesWritten;
  }
}

/** Removes a folder where a file of ours should be, which no file could ever replace. Throws the system's error. */
export async function clearPlaceOf(path: string): Promise<void> {
  const isFolder = await lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) await rm(path, { recursive: true, force: true });
}

/** Removes what killed writers left in a folder, but nothing so recent that it may still be being written. */
export async function removeLeftBehind(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => TEMPORARY_NAME.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > LEFT_MS) await rm(path, { force: true });
  }
}

/** Makes renames in a folder survive a power cut, where the system can sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows and some network disks cannot. A power cut then leaves the older file, which is complete.
  }
}

/**
 * Retries what Windows refuses while another process (often a virus scanner) has the file open, for about two seconds.
 * Elsewhere tries once.
 */
export async function outwaitOthers<T>(attempt: () => Promise<T>): Promise<T> {
  for (let backOffMs = FIRST_BACK_OFF_MS; ; backOffMs *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (process.platform !== 'win32' || !REFUSED_WHILE_OPEN.has(systemCode(error)) || backOffMs > LAST_BACK_OFF_MS)
        throw error;
    }
    await sleep(backOffMs);
  }
}

/** A temporary file that is older than this was left by a writer that was cut off. */
const LEFT_MS = 60_000;
const REFUSED_WHILE_OPEN = new Set(['EPERM', 'EBUSY', 'EACCES']);
const FIRST_BACK_OFF_MS = 10;
const LAST_BACK_OFF_MS = 1_280;
