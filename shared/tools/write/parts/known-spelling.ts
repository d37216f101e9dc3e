import { childPath, foldPath, isVaultPath } from '../../../vault/paths.ts';

/** Names of the files and folders in a folder. */
export type NamesIn = (folder: string) => Promise<readonly string[]>;

/**
 * A path for a new file with those of its folders, and the file itself, that are in the vault as they are spelled
 * there: a second folder or file that differs in letter case alone is not meant, and most disks have no place for it.
 * What is there as given stays so, and so does what several differ from. `there` is the beginning that is in the vault.
 */
export async function spelledAsKnown(path: string, namesIn: NamesIn): Promise<{ path: string; there: string }> {
  if (!isVaultPath(path)) return { path, there: '' };
  let [known, there, isThere] = ['', '', true];
  for (const segment of path.split('/')) {
    const names: readonly string[] = isThere ? await namesIn(known) : [];
    const alike = names.includes(segment) ? [segment] : names.filter((name) => foldPath(name) === foldPath(segment));
    isThere = alike.length === 1;
    known = childPath(known, isThere ? (alike[0] ?? segment) : segment);
    if (isThere) there = known;
  }
  return { path: known, there };
}

/** The longest beginning of a path, as it is spelled, that is in the vault; '' without any. */
export async function partThere(path: string, namesIn: NamesIn): Promise<string> {
  if (!isVaultPath(path)) return '';
  let there = '';
  for (const segment of path.split('/')) {
    if (!(await namesIn(there)).includes(segment)) break;
    there = childPath(there, segment);
  }
  return there;
}
