import { constants, fstatSync, ftruncateSync, writeSync, type BigIntStats } from 'node:fs';
import { link, lstat, open, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { readWhole, systemCode } from '../vault/disk-io.ts';
import { outwaitOthers, writeFully } from '../vault/durable-file.ts';
import type { FileId } from './change-record.ts';
import type { VaultFolder } from './vault-folder.ts';

/** The disk has no hard links, so that a whole file cannot appear under a name that must be free. */
export class NoHardLinks extends Error {}

/** The name is taken. */
export class NameTaken extends Error {}

export function idOf(stats: BigIntStats): FileId {
  return { ino: String(stats.ino), birthtimeMs: Number(stats.birthtimeNs / 1_000_000n) };
}

/** File numbers of some disks do not outlive a restart; the time of birth does, and comes anew with a replacement. */
export function isSameFile(stats: BigIntStats, id: FileId): boolean {
  const now = idOf(stats);
  return now.ino === id.ino || (now.birthtimeMs === id.birthtimeMs && now.birthtimeMs > 0);
}

/** All bytes of an open file. */
export async function readOpen(handle: FileHandle): Promise<Uint8Array> {
  return readWhole(handle, Number((await handle.stat()).size));
}

/**
 * Turns a file's bytes into others without ever cutting it first: from the first byte that differs on, then to length.
 * Whatever stops it leaves a beginning of the new bytes and the rest of the old.
 */
export async function overwrite(handle: FileHandle, before: Uint8Array, after: Uint8Array): Promise<void> {
  const same = commonStart(before, after);
  if (same < after.length) await writeFully(handle, after.subarray(same), same);
  if (after.length < before.length) await handle.truncate(after.length);
}

/**
 * As {@link overwrite}, if the file still holds `before`; else false, and nothing has changed. Between the last look at the
 * file and the writing of a note's bytes nothing else is done, so that what another program appends meanwhile is all but
 * certainly seen.
 *
 * @param begin called when the file is about to change
 */
export async function overwriteUnchanged(handle: FileHandle, before: Uint8Array, after: Uint8Array, begin: () => void): Promise<boolean> {
  const opened = fstatSync(handle.fd, { bigint: true });
  if (!Buffer.from(await readOpen(handle)).equals(before)) return false;
  const same = commonStart(before, after);
  const isShort = after.length - same <= AT_ONCE_BYTES;
  const now = fstatSync(handle.fd, { bigint: true });
  if (now.size !== opened.size || now.mtimeNs !== opened.mtimeNs) return false;
  begin();
  if (!isShort) await overwrite(handle, before, after);
  else {
    for (let at = same; at < after.length; ) at += writeSync(handle.fd, after, at, after.length - at, at);
    if (after.length < before.length) ftruncateSync(handle.fd, after.length);
  }
  return true;
}

/**
 * Makes a file whole under a free name: temporary name, fsync, hard link.
 *
 * @throws {@link NameTaken}, {@link NoHardLinks}, or what the system throws; no temporary file is left in either case
 */
export async function createWhole(folder: VaultFolder, temporary: string, name: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeNew(folder, temporary, bytes);
    await link(folder.at(temporary), folder.at(name)).catch(explainLink);
  } finally {
    await rm(folder.at(temporary), { force: true });
  }
}

/**
 * Makes a file under a free name where there are no hard links: it may be there in part for a moment.
 *
 * @throws {@link NameTaken}, or what the system throws
 */
export async function createInPart(folder: VaultFolder, name: string, bytes: Uint8Array): Promise<void> {
  await writeNew(folder, name, bytes);
}

/**
 * Gives a file another name in the same or another folder, keeping the file itself; never replaces one. Without hard links
 * the check for a free name and the renaming are two calls.
 *
 * @throws {@link NameTaken}, or what the system throws
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

/** Changes only the letter case of a name, on a disk that takes both for one. */
export async function changeLetterCase(from: VaultFolder, name: string, to: VaultFolder, newName: string): Promise<void> {
  await outwaitOthers(() => rename(from.at(name), to.at(newName)));
}

/** More is written beside the thread. */
const AT_ONCE_BYTES = 256 * 1024;

async function writeNew(folder: VaultFolder, name: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(folder.at(name), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0), 0o666).catch(
    (error: unknown) => {
      throw systemCode(error) === 'EEXIST' ? new NameTaken() : error;
    },
  );
  let whole = false;
  try {
    await folder.verifyFile(name, handle);
    await writeFully(handle, bytes, 0);
    await handle.sync();
    await folder.verifyFile(name, handle);
    whole = true;
  } catch (error) {
    // It is ours, wherever it may lie, and nothing of it is to stay there.
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
  // EPERM is also what Linux says of another user's file; a rename is allowed there all the same.
  if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EISDIR', 'UNKNOWN'].includes(code)) throw new NoHardLinks();
  throw error;
}

function commonStart(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}
