import { fileAt } from '../../ports/file-at.ts';
import { MISSING_MS } from '../notes/moved-later.ts';
import type { RenamesSince } from '../notes/renames-since.ts';
import type { SearchHost } from './search-host.ts';
import type { SearchResults } from './search-results.ts';

/**
 * Has the rows follow each rename of a file or folder, in the app or by an assistant, and those of deleted notes go;
 * returns a function that ends this.
 */
export function followNotes(
  { app: { vault }, onMoved }: Pick<SearchHost, 'app' | 'onMoved'>,
  results: Pick<SearchResults, 'renamed' | 'dropMissing'>,
  held: RenamesSince,
): () => void {
  let timer = 0;
  const follow = (from: string, to: string): void => {
    held.add(from, to);
    results.renamed(from, to);
  };
  const renamed = vault.on('rename', ({ path }, from) => follow(from, path));
  // Once for all files of a deleted folder.
  const deleted = vault.on('delete', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => results.dropMissing((path) => fileAt(vault, path) !== null), MISSING_MS);
  });
  const stop = onMoved(follow);
  return () => {
    vault.offref(renamed);
    vault.offref(deleted);
    stop();
    window.clearTimeout(timer);
  };
}
