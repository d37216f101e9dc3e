import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parts } from './quantise-use.mjs';

/**
 * Rollup plugin: writes the file with the built-in encoder's weights into a folder, and removes those of other builds.
 */
export function modelFile(folder) {
  return {
    name: 'model-file',
    async writeBundle() {
      const name = await writeModelFile(folder);
      for (const other of await readdir(folder))
        if (other !== name) await rm(join(folder, other), { recursive: true, force: true });
    },
  };
}

/** Writes the file with the weights into a folder, whole or not at all. Resolves to its name. */
export async function writeModelFile(folder) {
  const { content, file } = await parts();
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${file.name}-${process.pid}.tmp`);
  await writeFile(draft, content);
  await rename(draft, join(folder, file.name));
  return file.name;
}
