import { nameOf } from '../notes/name-of.ts';
import type { SearchItem } from './results/search-items.ts';

/**
 * The name of a note to be created, and whether it is new: no note that was found is called so. One is if its title,
 * its file or an alias has each word of it: the app's own switcher then offers no new note.
 */
export function newNameAmong(
  items: readonly SearchItem[],
  newName: string | null,
  aliasesOf: (path: string) => readonly string[],
): { newName: string | null; isNew: boolean } {
  const words = folded(newName ?? '').split(' ');
  const isCalledSo = (item: SearchItem): boolean => {
    if (!('row' in item)) return false;
    const { path, title } = item.row;
    const names = [title, newName?.includes('/') === true ? path : nameOf(path), ...aliasesOf(path)];
    return names.map(folded).some((name) => words.every((word) => name.includes(word)));
  };
  return { newName, isNew: !items.some(isCalledSo) };
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
