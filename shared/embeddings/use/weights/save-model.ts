import { removeLeftBehind, syncFolder, writeDurably, writeFully } from '../../../kit/disk/durable-file.ts';
import { faultOfModel, ModelFault, modelPieces, type ModelFile } from './model-file.ts';
import { makeFolder } from '../../../kit/disk/make-folder.ts';

/**
 * Writes the model's file into a folder, whole or not at all, even if another process does the same. Keeps a whole file
 * that is already there.
 *
 * @param pieces as of `checkedPieces` or `modelPieces`: what they throw is thrown, and nothing is kept
 * @throws the system's error if the disk fails
 */
export async function saveModel(folder: string, file: ModelFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await makeFolder(folder);
  await removeLeftBehind(folder);
  await writeDurably(
    folder,
    file.name,
    async (handle) => {
      let at = 0;
      for await (const piece of pieces) {
        await writeFully(handle, piece, at);
        at += piece.length;
      }
    },
    async () => (await faultOfModel(folder, file)) !== null,
  );
  await syncFolder(folder);
}

/**
 * Leaves a copy of the model in a folder, from the first of the others that holds it whole. Resolves to what was found:
 * `there` already, `copied` now, or `nowhere`. Throws the system's error if the disk fails.
 */
export async function leaveModel(
  file: ModelFile,
  from: readonly string[],
  to: string,
): Promise<'there' | 'copied' | 'nowhere'> {
  if ((await faultOfModel(to, file)) === null) return 'there';
  for (const folder of from) {
    try {
      await saveModel(to, file, modelPieces(folder, file));
      return 'copied';
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
    }
  }
  return 'nowhere';
}
