import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILT_IN_MODEL } from '../../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder } from '../../../shared/embeddings/use/weights/model-file.ts';
import { leaveModel } from '../../../shared/embeddings/use/weights/save-model.ts';
import { removeLeftBehind, syncFolder, writeDurably } from '../../../shared/kit/disk/durable-file.ts';
import type { OwnProgram } from '../own-client.ts';
import { diskRefusal } from './disk-refusal.ts';
import { makeFolder } from '../../../shared/kit/disk/make-folder.ts';

/** The file of a copy. */
export const COPY_NAME = 'cli.mjs';

/** Below the data folder: a folder for each version. */
const FOLDER = 'server';

/** Where this program's copy is, or would be. Absolute. */
export function copyOf({ version }: OwnProgram, dataFolder: string): string {
  return join(copiesFolder(dataFolder), version, COPY_NAME);
}

/** The folder of all copies. Absolute. */
export function copiesFolder(dataFolder: string): string {
  return join(dataFolder, FOLDER);
}

/**
 * Copies this program, and the built-in model if it is at hand, to the data folder, where clients can start it without
 * npm or a network. Each version has a folder of its own. Resolves with the copy's path.
 * @param dataFolder the per-user data folder; absolute
 * @param modelFolders where the model's file may be; absolute
 * @throws VaultLoomError `path_not_allowed` or `disk_full` if the data folder cannot be written
 */
export async function copyServer(
  program: OwnProgram,
  dataFolder: string,
  modelFolders: readonly string[],
): Promise<string> {
  const copy = copyOf(program, dataFolder);
  const folder = dirname(copy);
  const bytes = await readFile(program.script);
  try {
    await makeFolder(folder);
    await removeLeftBehind(folder);
    const there = await readFile(copy).catch(() => null);
    if (there === null || !there.equals(bytes)) {
      await writeDurably(folder, COPY_NAME, (handle) => handle.writeFile(bytes));
      await syncFolder(folder);
    }
    await leaveModel(BUILT_IN_MODEL, modelFolders, modelsFolder(dataFolder));
    return copy;
  } catch (error) {
    throw dataRefusal(error, dataFolder);
  }
}

/** The data folder's refusal to take the server, as an error for a person. */
export function dataRefusal(error: unknown, dataFolder: string): unknown {
  return diskRefusal(
    error,
    `The server cannot be copied to the data folder ${dataFolder}`,
    'Make that folder writable for you, or name another one in VAULT_LOOM_DATA_DIR.',
  );
}
