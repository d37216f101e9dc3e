import { rmdir } from 'node:fs/promises';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { basename, dirname } from '../../vault/paths.ts';
import { quoted } from '../places/name-rules.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import type { Trash } from '../trash/trash.ts';

/** The disk as a change sees it. */
export interface Disk {
  places: VaultPlaces;
  trash: Trash;
}

/**
 * Calls `use` with the open folder of a place. Throws the system's `ENOENT` if the folder is gone.
 * @param path the path named in errors
 */
export async function inFolderOf<T>(
  disk: Disk,
  place: string,
  path: string,
  use: (folder: VaultFolder, name: string) => Promise<T>,
): Promise<T> {
  const folder = await disk.places.folder(dirname(place), path);
  if (folder === null) throw Object.assign(new Error(`the folder of ${quoted(path)} is gone`), { code: 'ENOENT' });
  try {
    return await use(folder, basename(place));
  } finally {
    await folder.close();
  }
}

/** Removes a folder if it is there and empty. */
export async function removeFolderIfEmpty(place: string, disk: Disk): Promise<void> {
  await inFolderOf(disk, place, place, (parent, name) => rmdir(parent.at(name))).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) throw error;
  });
}
