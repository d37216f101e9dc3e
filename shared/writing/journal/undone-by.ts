/** Ids of the changes that a change undid, newest first. */
export function undoneBy({ undoes, undoesToo = [] }: { undoes?: string; undoesToo?: readonly string[] }): string[] {
  return undoes === undefined ? [] : [undoes, ...undoesToo];
}
