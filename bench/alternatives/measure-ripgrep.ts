import { isInstalled } from '../support/installed.ts';
import { expectFound, RESULTS, timeEdits, timeSearches, type Measured } from './measured.ts';
import { searchWithRipgrep } from './ripgrep-notes.ts';

/** Measures `rg`, started for each search; it keeps nothing. Null if it is not installed. */
export async function measureRipgrep(vault: string, queries: readonly string[]): Promise<Measured | null> {
  if (!isInstalled('rg')) return null;
  const search = (query: string): Promise<string[]> => searchWithRipgrep(vault, query, RESULTS);
  const searchMs = await timeSearches(queries, search);
  const foundMs = await timeEdits(vault, async (word, path) => {
    expectFound(await search(word), path);
  });
  return { indexMs: 0, indexNote: '', residentBytes: 0, diskBytes: 0, searchMs, foundMs };
}
