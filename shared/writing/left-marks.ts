import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MARK_NAME } from './lock-mark.ts';

/**
 * The marks in a vault, those of living writers too; absolute paths. Dot-folders have none, and symlinks are not followed: what they
 * lead to in the vault is found where it lies.
 *
 * @param root real path of the vault
 * @param isOver asked before each folder; true ends the search
 */
export async function* marksIn(root: string, isOver: () => boolean): AsyncGenerator<string> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && !isOver(); folder = folders.pop()) {
    // A folder that went meanwhile, or cannot be read, has no mark that could be removed.
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (MARK_NAME.test(entry.name)) yield join(folder, entry.name);
      else if (entry.isDirectory() && !entry.name.startsWith('.')) folders.push(join(folder, entry.name));
    }
  }
}
