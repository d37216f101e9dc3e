import { foldPath, isWithin } from '../vault/paths.ts';

/** True when the path lies in the folder; letter case and Unicode form do not count. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || isWithin(foldPath(path), folder);
}

/** A folder as people write it, in the form {@link isInFolder} takes: folded, without slashes around it; `''` is the whole vault. */
export function normaliseFolder(folder: string): string {
  return foldPath(
    folder
      .trim()
      .replace(/^(\.?\/)+|\/+$/g, '')
      .replace(/^\.$/, ''),
  );
}
