import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The hash of every file of a vault by its path. Of dot-folders only the app's own count. */
export type VaultState = ReadonlyMap<string, string>;

const CONFIG_DIR = '.obsidian';

export async function vaultState(vault: string): Promise<VaultState> {
  const entries = await readdir(vault, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(vault, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith(`${CONFIG_DIR}/`))
    .sort();
  const hashes = await Promise.all(
    paths.map(
      async (path) =>
        [
          path,
          createHash('sha1')
            .update(await readFile(join(vault, path)))
            .digest('hex'),
        ] as const,
    ),
  );
  return new Map(hashes);
}

/** Paths of files that differ, or are in only one of them. */
export function changedPaths<File>(
  one: ReadonlyMap<string, File>,
  other: ReadonlyMap<string, File>,
  isSame: (a: File, b: File) => boolean = (a, b) => a === b,
): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths.filter((path) => {
    const [a, b] = [one.get(path), other.get(path)];
    return a === undefined || b === undefined || !isSame(a, b);
  });
}

/** Files that may exist only during a write. */
export function leftovers(state: VaultState): string[] {
  return [...state.keys()].filter((path) => path.split('/').some((name) => name.startsWith('.vault-loom-')));
}
