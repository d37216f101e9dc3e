import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeModelFile } from '../../../../build/model/model-file.mjs';
import { BUILT_IN_MODEL } from './built-in-model.ts';
import { faultOfModel, readWeights } from './model-file.ts';

/** A folder with the built-in model's file, which tests share and leave alone. */
export async function modelFolder(): Promise<string> {
  const folder = join(tmpdir(), 'vault-loom-model-for-tests');
  if ((await faultOfModel(folder, BUILT_IN_MODEL)) !== null) await writeModelFile(folder);
  return folder;
}

/** The weights as `UsePackage` gives them. */
export async function builtInWeights(): Promise<Uint8Array<ArrayBuffer>> {
  return readWeights(await modelFolder(), BUILT_IN_MODEL);
}
