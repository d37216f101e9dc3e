import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './disk-io.ts';

/**
 * Makes a folder that may be there already, and those above it that are missing. Throws the system's error. Node's own
 * `recursive` never ends if a folder is there in which the system lets nobody make one, such as `/proc`.
 * @param mode of the folders that are made
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (systemCode(error) === 'ENOENT' && parent !== path) {
      await makeFolder(parent, mode);
      return makeLast(path, mode);
    }
    await unlessFolder(path, error);
  }
}

async function makeLast(path: string, mode?: number): Promise<void> {
  await mkdir(path, mode).catch((error: unknown) => unlessFolder(path, error));
}

/** The system may refuse for other reasons what is there already. */
async function unlessFolder(path: string, error: unknown): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw error;
}
