import { access } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname } from 'node:path';

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
