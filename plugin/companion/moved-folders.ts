import type { MovedFile } from '../../shared/protocol/engine-messages.ts';

/** The vault, after the move. */
export interface MovedIn {
  isGone(folder: string): Promise<boolean>;
  /** The paths of all its files, with those in their old places or without. */
  files(): readonly string[];
}

/**
 * The folders that were moved with these files, outer before inner. Only the files' paths are told: a folder is taken
 * to have moved if its files kept their places in it, it is gone, and nothing else is where it would be. Otherwise,
 * what applies to a folder would come to apply to another one that its last note was moved to.
 */
export async function movedFolders(moved: readonly MovedFile[], vault: MovedIn): Promise<MovedFile[]> {
  const moves = new Map<string, string>();
  for (const file of moved) for (const { from, to } of foldersOf(file)) if (!moves.has(from)) moves.set(from, to);
  const gone = await Promise.all([...moves.keys()].map((folder) => vault.isGone(folder)));
  const left = [...moves].filter((_, index) => gone[index]).map(([from, to]) => ({ from, to }));
  if (left.length === 0) return [];
  const known = new Set(moved.flatMap(({ from, to }) => [from, to]));
  const held = new Set(vault.files().flatMap((path) => (known.has(path) ? [] : foldersAbove(path))));
  return left.filter(({ to }) => !held.has(to)).sort((a, b) => a.from.length - b.from.length);
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}

/** Each folder above a file that may have moved with it, and where to. */
function foldersOf({ from, to }: MovedFile): MovedFile[] {
  const [before, after] = [from.split('/'), to.split('/')];
  const folders: MovedFile[] = [];
  while (before.length > 1 && after.length > 1 && before.pop() === after.pop())
    if (before.join('/') !== after.join('/')) folders.push({ from: before.join('/'), to: after.join('/') });
  return folders;
}
