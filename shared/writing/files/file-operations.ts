import { constants } from 'node:fs';
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { readWhole, systemCode, type ReadableFile } from '../../kit/disk/disk-io.ts';
import { outwaitOthers, writeFully } from '../../kit/disk/durable-file.ts';
import type { PacedFile } from '../../kit/disk/pace.ts';
import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import type { VaultFolder } from '../places/open-folder.ts';

/** Without hard links, a file cannot appear complete under a name that must be free. */
export class NoHardLinks extends Error {}

/** The name is taken. */
export class NameTaken extends Error {}

/** All bytes of an open file. */
export async function readOpen(file: PacedFile): Promise<Uint8Array> {
  return readWhole(file, Number((await file.stat()).size));
}

/** Whether an open file holds exactly these bytes, compared in portions. */
export async function holdsExactly(file: ReadableFile, bytes: Uint8Array): Promise<boolean> {
  const portion = Buffer.allocUnsafe(Math.min(bytes.length + 1, PORTION_BYTES));
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(portion, 0, portion.length, at);
    if (bytesRead === 0) return at === bytes.length;
    if (!isSameBytes(portion.subarray(0, bytesRead), bytes.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
}

const PORTION_BYTES = 1_048_576;

/**
 * Creates a complete file under a free name: temporary name, fsync, hard link. Always leaves no temporary file.
 * @param mode permissions of the file that it is in place of; those of any new file by default
 * @throws {@link NameTaken}, {@link NoHardLinks}, or the system's error
 */
export async function createWhole(
  folder: VaultFolder,
  temporary: string,
  name: string,
  bytes: Uint8Array,
  mode?: number,
): Promise<void> {
  try {
    await writeNew(folder, temporary, bytes, mode);
    await link(folder.at(temporary), folder.at(name)).catch(explainLink);
  } finally {
    await rm(folder.at(temporary), { force: true });
  }
}

/**
 * Creates a file under a free name without hard links: for a moment it may be there in part.
 * @throws {@link NameTaken}, or the system's error
 */
export async function createInPart(folder: VaultFolder, name: string, bytes: Uint8Array, mode?: number): Promise<void> {
  await writeNew(folder, name, bytes, mode);
}

/**
 * Moves a file to a free name; it stays the same file. Without hard links, the check for the name and the rename are
 * two calls.
 * @throws {@link NameTaken}, or the system's error
 */
export async function moveFile(from: VaultFolder, name: string, to: VaultFolder, newName: string): Promise<void> {
  try {
    await link(from.at(name), to.at(newName)).catch(explainLink);
  } catch (error) {
    if (!(error instanceof NoHardLinks)) throw error;
    if ((await lstat(to.at(newName)).catch(() => null)) !== null) throw new NameTaken();
    await outwaitOthers(() => rename(from.at(name), to.at(newName)));
    return;
  }
  try {
    await outwaitOthers(() => unlink(from.at(name)));
  } catch (error) {
    await unlink(to.at(newName));
    throw error;
  }
}

/** Changes only the letter case of a name, on a disk that ignores it. */
export async function changeLetterCase(
  from: VaultFolder,
  name: string,
  to: VaultFolder,
  newName: string,
): Promise<void> {
  await outwaitOthers(() => rename(from.at(name), to.at(newName)));
}

async function writeNew(folder: VaultFolder, name: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const handle = await open(
    folder.at(name),
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0),
    mode ?? 0o666,
  ).catch((error: unknown) => {
    throw systemCode(error) === 'EEXIST' ? new NameTaken() : error;
  });
  let whole = false;
  try {
    await folder.verifyFile(name, handle);
    // What the process leaves out of the permissions of new files was not left out of these. A disk without any
    // refuses.
    if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
    await writeFully(handle, bytes, 0);
    await handle.sync();
    await folder.verifyFile(name, handle);
    whole = true;
  } catch (error) {
    // The file is ours, wherever it is, and must not keep any of this.
    await handle.truncate(0).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
    if (!whole) await rm(folder.at(name), { force: true });
  }
}

function explainLink(error: unknown): never {
  const code = systemCode(error);
  if (code === 'EEXIST') throw new NameTaken();
  // Linux also gives EPERM for another user's file, although a rename is allowed there.
  if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EISDIR', 'UNKNOWN'].includes(code))
    throw new NoHardLinks();
  throw error;
}
