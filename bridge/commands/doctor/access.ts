import { access, lstat, mkdtemp, rmdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../shared/kit/disk/make-folder.ts';

/** Whether this process may do that with a file or folder: a mode of `fs.constants`. Never rejects. */
export type Can = (path: string, mode: number) => Promise<boolean>;

export const can: Can = (path, mode) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** The path, or the nearest folder above it that is there. */
export async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return (await can(path, constants.F_OK)) || parent === path ? path : nearestFolder(parent);
}

/**
 * Whether this process can keep files in a folder, which may still have to be made. Tries it, and leaves nothing:
 * permissions alone do not tell of a link that leads nowhere, a file in place of a folder or a system that lets nobody
 * write there. Never rejects.
 */
export async function canKeepFilesIn(folder: string): Promise<boolean> {
  const missing = await missingFolders(folder);
  const made = await makeFolder(folder, 0o700)
    .then(() => mkdtemp(join(folder, '.vault-loom-')))
    .catch(() => null);
  for (const left of made === null ? missing : [made, ...missing]) await rmdir(left).catch(() => undefined);
  return made !== null;
}

/** Of a folder and those above it, the ones that are not there; the innermost first. */
async function missingFolders(folder: string): Promise<string[]> {
  const isThere = await lstat(folder).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  return isThere || parent === folder ? [] : [folder, ...(await missingFolders(parent))];
}
