import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { copyVault, makeScratch } from './scratch-vault.ts';

/**
 * Runs a module in a process of its own, with a copy of a vault, a data folder and `args` as its arguments.
 * @returns what it wrote to standard output, as JSON
 */
export async function measuredApart<T>(entry: string, vault: string, args: readonly string[] = []): Promise<T> {
  const scratch = await makeScratch();
  const bundle = await bundleForNode(entry);
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    const { stdout } = await promisify(execFile)(process.execPath, [
      bundle,
      copy,
      join(scratch.folder, 'data'),
      ...args,
    ]);
    return JSON.parse(stdout) as T;
  } finally {
    await scratch.remove();
  }
}
