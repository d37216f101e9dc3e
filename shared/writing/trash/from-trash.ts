import { link, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { basename, dirname } from '../../vault/paths.ts';
import type { TrashedFile } from '../change/change-record.ts';
import { holdsExactly, moveFile, NameTaken } from '../files/file-operations.ts';
import { isSameFile } from '../files/file-id.ts';
import type { Disk } from '../change/change-disk.ts';
import { openFile } from '../places/open-file.ts';
import { LOCAL_TRASH } from './trash.ts';
import type { VaultFolder } from '../places/open-folder.ts';

/**
 * Restores a deleted file to a free name, if the trash still has the same file with these bytes.
 * @returns false if it has to be recreated: it is gone, was changed, or only the system can access it
 * @throws NameTaken
 */
export async function bringFromTrash(
  { id, trash }: TrashedFile,
  bytes: Uint8Array,
  folder: VaultFolder,
  name: string,
  disk: Disk,
): Promise<boolean> {
  try {
    if (trash.to === 'local') {
      const found = await disk.places.file(trash.place);
      if (found === null) return false;
      try {
        if (found.viaSymlink || !isSameFile(found.stats, id)) return false;
        const handle = await openFile(found, 'read', trash.place);
        if (!(await holdsExactly(handle, bytes).finally(() => handle.close()))) return false;
        await moveFile(found.folder, found.name, folder, name);
        return true;
      } finally {
        await found.folder.close();
      }
    }
    if (trash.to !== 'folder') return false;
    const stats = await lstat(trash.file, { bigint: true });
    if (!stats.isFile() || !isSameFile(stats, id)) return false;
    const handle = await open(trash.file);
    if (!(await holdsExactly(handle, bytes).finally(() => handle.close()))) return false;
    await link(trash.file, folder.at(name)).catch(async (error: unknown) => {
      // Without hard links, the check for a free name and the rename are two calls.
      if (systemCode(error) === 'EEXIST' || (await lstat(folder.at(name)).catch(() => null)) !== null)
        throw new NameTaken();
      await rename(trash.file, folder.at(name));
    });
    // The note is back. A name that stays in the trash is no reason to say otherwise.
    await removeFrom(trash).catch(() => undefined);
    return true;
  } catch (error) {
    if (error instanceof NameTaken || systemCode(error) === 'EEXIST') throw new NameTaken();
    return false;
  }
}

/** Puts a restored file back into the trash if its place is free; false if impossible. */
export async function putBack({ id, trash }: TrashedFile, place: string, disk: Disk): Promise<boolean> {
  const found = await disk.places.file(place).catch(() => null);
  if (found === null) return false;
  try {
    if (found.viaSymlink || !isSameFile(found.stats, id)) return false;
    if (trash.to === 'local') {
      const folder = await disk.places.folder(LOCAL_TRASH);
      if (folder === null) return false;
      await moveFile(found.folder, found.name, folder, basename(trash.place)).finally(() => folder.close());
      return true;
    }
    if (trash.to !== 'folder' || (await lstat(trash.file).catch(() => null)) !== null) return false;
    if (trash.info !== undefined) {
      const note = await open(trash.info.file, 'wx', 0o600);
      await note.writeFile(trash.info.text).finally(() => note.close());
    }
    await rename(found.folder.at(found.name), trash.file);
    return true;
  } catch {
    return false;
  } finally {
    await found.folder.close();
  }
}

/** Removes the second name, in the trash, of a file that is back at `place`, in case the restore was interrupted. */
export async function dropSecondName({ trash }: TrashedFile, place: string, disk: Disk): Promise<void> {
  const found = await disk.places.file(place).catch(() => null);
  if (found === null) return;
  await found.folder.close();
  const isSecond = ({ ino, dev }: { ino: bigint; dev: bigint }): boolean =>
    ino === found.stats.ino && dev === found.stats.dev;
  if (trash.to === 'folder') {
    const stats = await lstat(trash.file, { bigint: true }).catch(() => null);
    if (stats !== null && isSecond(stats)) await removeFrom(trash);
  }
  if (trash.to !== 'local') return;
  const folder = await disk.places.folder(dirname(trash.place));
  if (folder === null) return;
  try {
    const stats = await lstat(folder.at(basename(trash.place)), { bigint: true }).catch(() => null);
    if (stats !== null && isSecond(stats)) await rm(folder.at(basename(trash.place)));
  } finally {
    await folder.close();
  }
}

/** Removes the record of a file's origin from the system's trash, unless it is that of another file by now. */
export async function removeOwnInfo({ file, text }: { file: string; text: string }): Promise<void> {
  const there = await readFile(file, 'utf8').catch(() => null);
  if (there !== null && text.startsWith(there)) await rm(file, { force: true });
}

async function removeFrom({ file, info }: Extract<TrashedFile['trash'], { to: 'folder' }>): Promise<void> {
  await rm(file, { force: true });
  if (info !== undefined) await rm(info.file, { force: true });
}
