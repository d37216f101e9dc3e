import type { NoteIndex } from '../index/note-index.ts';
import { foldPath, isWithin } from '../vault/paths.ts';

/** Whether the path is in the folder, ignoring letter case and Unicode form. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || isWithin(foldPath(path), folder);
}

/**
 * A folder as people write it, in the form {@link isInFolder} takes: folded, without outer slashes; `''` is the vault.
 * Blanks around it are a slip, unless a folder with notes is called so.
 */
export function folderMeant(index: NoteIndex, given: string): string {
  const [exact, trimmed] = [folded(given), folded(given.trim())];
  if (exact === trimmed) return trimmed;
  for (const { path } of index.notes()) if (isInFolder(path, exact)) return exact;
  return trimmed;
}

function folded(folder: string): string {
  return foldPath(folder.replace(/^(\.?\/)+|\/+$/g, '').replace(/^\.$/, ''));
}
