import type { MovedFile } from '../../shared/protocol/engine-messages.ts';

/**
 * The folders that were moved with these files, outer before inner. Only the files' paths are told: a folder is taken to have
 * moved if its files kept their places in it, and it is gone.
 */
export async function movedFolders(
  files: readonly MovedFile[],
  isGone: (folder: string) => Promise<boolean>,
): Promise<MovedFile[]> {
  const moves = new Map<string, string>();
  for (const file of files) for (const { from, to } of foldersOf(file)) if (!moves.has(from)) moves.set(from, to);
  const gone = await Promise.all([...moves.keys()].map(isGone));
  return [...moves]
    .filter((_, index) => gone[index])
    .map(([from, to]) => ({ from, to }))
    .sort((a, b) => a.from.length - b.from.length);
}

/** Each folder above a file that may have moved with it, and where to. */
function foldersOf({ from, to }: MovedFile): MovedFile[] {
  const [before, after] = [from.split('/'), to.split('/')];
  const folders: MovedFile[] = [];
  while (before.length > 1 && after.length > 1 && before.pop() === after.pop())
    if (before.join('/') !== after.join('/')) folders.push({ from: before.join('/'), to: after.join('/') });
  return folders;
}
