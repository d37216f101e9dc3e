import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { nullWhenAbsent, OPEN_GUARDED, readSettingsText, realPathOf } from '../../shared/kit/disk/disk-io.ts';
import { writeDurably, writeFully } from '../../shared/kit/disk/durable-file.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';

const MAX_SETTINGS_BYTES = 1024 * 1024;
/** In place of the text of a file that is too large to be read; it is no JSON. */
export const TOO_LARGE = 'too large';

/**
 * No file can take the place of a folder, and what is in it may be the person's.
 * @throws VaultLoomError `path_not_allowed` if one of these names is a folder
 */
export async function refuseFolders(folder: string, names: readonly string[], shownFolder: string): Promise<void> {
  for (const name of names)
    if (await isFolder(join(folder, name)))
      throw new VaultLoomError(
        'path_not_allowed',
        `${shownFolder}/${name} in this vault is a folder, where a file of the plugin goes.`,
        { hint: 'Move it away or remove it, and run the command again.' },
      );
}

export async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(nullWhenAbsent))?.isDirectory() === true;
}

/** As {@link readSettingsText}, but says so if there is too much of it. */
export async function readSettings(path: string): Promise<string | null> {
  return readSettingsText(path, MAX_SETTINGS_BYTES).catch((error: unknown) => {
    if (error instanceof RangeError) return TOO_LARGE;
    throw error;
  });
}

/** Writes a file, whole or not at all, unless it holds these bytes already. True if it was written. */
export async function writeIfOther(folder: string, name: string, bytes: Buffer): Promise<boolean> {
  if (await holds(join(folder, name), bytes)) return false;
  return writeDurably(folder, name, (handle) => writeFully(handle, bytes, 0));
}

/** Whether a file holds these bytes. Another may be of any size, or a pipe, and is not read. */
async function holds(path: string, bytes: Buffer): Promise<boolean> {
  const target = await realPathOf(path).catch(nullWhenAbsent);
  const handle = target === null ? null : await open(target, OPEN_GUARDED).catch(nullWhenAbsent);
  if (handle === null) return false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size !== bytes.length) return false;
    const found = Buffer.alloc(bytes.length);
    let read = 0;
    while (read < found.length) {
      const { bytesRead } = await handle.read(found, read, found.length - read, read);
      if (bytesRead === 0) return false;
      read += bytesRead;
    }
    return found.equals(bytes);
  } finally {
    await handle.close();
  }
}
