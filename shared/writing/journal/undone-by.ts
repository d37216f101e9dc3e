/** What a change undid, of all that the history knows of it. */
interface Undoing {
  undoes?: string;
  undoesToo?: readonly string[];
}

/** Ids of the changes that a change undid, newest first. */
export function undoneBy({ undoes, undoesToo = [] }: Undoing): string[] {
  return undoes === undefined ? [] : [undoes, ...undoesToo];
}

/**
 * Ids of the changes that still stand: not undone, or undone by a change that was undone itself.
 *
 * @param entries newest first
 */
export function standing(entries: readonly (Undoing & { id: string })[]): Set<string> {
  const undone = new Set<string>();
  const stand = new Set<string>();
  for (const entry of entries) {
    if (undone.has(entry.id)) continue;
    stand.add(entry.id);
    for (const id of undoneBy(entry)) undone.add(id);
  }
  return stand;
}
