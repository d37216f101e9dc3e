import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILT_IN_MODEL } from '../../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder } from '../../../shared/embeddings/use/weights/model-file.ts';
import { leaveModel } from '../../../shared/embeddings/use/weights/save-model.ts';
import { removeLeftBehind, syncFolder, writeDurably } from '../../../shared/kit/disk/durable-file.ts';
import type { OwnProgram } from '../own-client.ts';

const NAME = 'cli.mjs';

/**
 * Copies this program, and the built-in model if it is at hand, to the data folder, where clients can start it without npm or
 * a network. Each version has a folder of its own. Resolves with the copy's path. Throws the system's error.
 * @param dataFolder the per-user data folder; absolute
 * @param modelFolders where the model's file may be; absolute
 */
export async function copyServer(
  { script, version }: OwnProgram,
  dataFolder: string,
  modelFolders: readonly string[],
): Promise<string> {
  const folder = join(dataFolder, 'server', version);
  const copy = join(folder, NAME);
  const bytes = await readFile(script);
  await mkdir(folder, { recursive: true });
  await removeLeftBehind(folder);
  const there = await readFile(copy).catch(() => null);
  if (there === null || !there.equals(bytes)) {
    await writeDurably(folder, NAME, (handle) => handle.writeFile(bytes));
    await syncFolder(folder);
  }
  await leaveModel(BUILT_IN_MODEL, modelFolders, modelsFolder(dataFolder));
  return copy;
}

/** A path of the Node that runs this, which stays when Homebrew updates it. Absolute. */
export function lastingNode(execPath: string = process.execPath): string {
  return execPath.replace(/^(.*)\/Cellar\/(node(?:@\d+)?)\/[^/]+\/bin\/node$/u, '$1/opt/$2/bin/node');
}
