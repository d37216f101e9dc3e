import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../sleep.ts';
import { systemCode } from './disk-io.ts';

/** Files that a killed writer left behind are recognized by this name. */
export const TEMPORARY_NAME = /^\.vault-loom-[0-9a-z-]+\.tmp$/;

/**
 * Writes a file so that its name appears with its whole content on the disk or not at all: temporary name, fsync,
 * rename. `mayReplace` is called last, just before the rename; if it returns false, nothing changes and the result is false.
 * Throws the system's error if the disk fails, leaving no temporary file.
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

/** Writes all of `bytes` at `position`, in as many calls as it takes. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Removes from a folder what writers that were killed left there, and nothing that may still be being written. */
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

/** Makes renames inside a folder survive a power cut, if the system supports that for folders. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows and some network disks cannot sync a folder; a rename lost to a power cut leaves the older file, which is whole.
  }
}

/**
 * Does something that Windows refuses while another process (often a virus scanner) has the file open: retries after a
 * while, for about two seconds in all. Elsewhere it is done once.
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
