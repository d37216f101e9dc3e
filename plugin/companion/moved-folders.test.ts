import { describe, expect, it } from 'vitest';
import type { MovedFile } from '../../shared/protocol/engine-messages.ts';
import { movedFolders } from './moved-folders.ts';

/** The folders found to have moved, in a vault where these are gone, with these other files. */
async function found(
  files: readonly [from: string, to: string][],
  gone: readonly string[],
  others: readonly string[] = [],
): Promise<string[]> {
  const moved = files.map(([from, to]): MovedFile => ({ from, to }));
  const folders = await movedFolders(moved, {
    isGone: (folder) => Promise.resolve(gone.includes(folder)),
    files: () => [...files.flat(), ...others],
  });
  return folders.map(({ from, to }) => `${from} → ${to}`);
}

describe('folders that were moved', () => {
  it('are those whose files kept their places in them, with the folders in them', async () => {
    const files: [string, string][] = [
      ['Ideas/x.md', 'Thoughts/x.md'],
      ['Ideas/Old/y.md', 'Thoughts/Old/y.md'],
    ];
    expect(await found(files, ['Ideas', 'Ideas/Old'])).toEqual(['Ideas → Thoughts', 'Ideas/Old → Thoughts/Old']);
  });

  it('are found in another folder, at the top, and under another name there', async () => {
    expect(await found([['Ideas/x.md', 'Archive/Ideas/x.md']], ['Ideas'])).toEqual(['Ideas → Archive/Ideas']);
    expect(await found([['Archive/Ideas/x.md', 'Ideas/x.md']], ['Archive/Ideas'])).toEqual(['Archive/Ideas → Ideas']);
    expect(await found([['Archive/Ideas/x.md', 'Old/x.md']], ['Archive/Ideas'])).toEqual(['Archive/Ideas → Old']);
  });

  it('are none if only notes were moved or renamed', async () => {
    expect(await found([['Ideas/x.md', 'Thoughts/x.md']], [])).toEqual([]);
    expect(await found([['Ideas/x.md', 'Ideas/y.md']], ['Ideas'])).toEqual([]);
    expect(await found([['Ideas/x.md', 'x.md']], ['Ideas'])).toEqual([]);
  });

  it('are none if the last note of a folder was moved to another one, as by an undo', async () => {
    expect(await found([['New/x.md', 'Notes/x.md']], ['New'], ['Notes/y.md'])).toEqual([]);
    expect(await found([['New/x.md', 'Notes/x.md']], ['New'], ['Notes too/y.md'])).toEqual(['New → Notes']);
  });
});
