import { folderWords } from '../folder-line.ts';
import { plain } from '../words/said.ts';
import { nameOf } from './name-of.ts';

/** What tells a note from others: its folder, if one of them has the same name; empty if its name is enough. */
export type Place = (path: string) => string;

/**
 * Tells notes apart among those at `paths`, each given once or more.
 *
 * @param inTopFolder said of a note in no folder
 */
export function placesOf(paths: Iterable<string>, inTopFolder: string): Place {
  const pathsByName = new Map<string, Set<string>>();
  for (const path of paths) {
    const name = nameOf(path).toLowerCase();
    pathsByName.set(name, (pathsByName.get(name) ?? new Set()).add(path));
  }
  return (path) => {
    if ((pathsByName.get(nameOf(path).toLowerCase())?.size ?? 0) < 2) return '';
    const folder = folderWords(path);
    return folder === '' ? inTopFolder : plain(folder);
  };
}
