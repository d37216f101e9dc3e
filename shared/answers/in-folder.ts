import { foldPath, isWithin } from '../vault/paths.ts';

/** Whether the path is in the folder, ignoring letter case and Unicode form. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || isWithin(foldPath(path), folder);
}

/**
 * A folder as people write it, in the form {@link isInFolder} takes: folded, without outer slashes; `''` is the vault.
 */
export function normaliseFolder(folder: string): string {
  return foldPath(
    folder
      .trim()
      .replace(/^(\.?\/)+|\/+$/g, '')
      .replace(/^\.$/, ''),
  );
}
