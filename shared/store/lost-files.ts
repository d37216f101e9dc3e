import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsence, systemCode } from '../kit/disk/disk-io.ts';
import { isInside } from '../kit/disk/is-inside.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';
import { GIT_IGNORE } from './git-ignore.ts';
import { segmentFileName } from './segment-name.ts';
import type { SegmentInfo } from './store-types.ts';

/** Makes an index folder that may be there already, ignored by git. Throws the system's error. */
export async function makeIndexFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await writeFile(join(folder, GIT_IGNORE), '*\n', { flag: 'wx' }).catch(unlessThere);
}

/**
 * Makes an index folder again that somebody has deleted; false if it is there. Outside of the data folder, what held it
 * must be there: a vault that was moved, or a plugin that was removed, must not come back as an empty folder. Throws
 * the system's error.
 */
export async function makeIndexFolderAgain(folder: string, dataFolder: string): Promise<boolean> {
  if (await isThere(folder)) return false;
  if (!isInside(folder, dataFolder) && !(await isThere(dirname(folder)))) return false;
  await makeIndexFolder(folder);
  return true;
}

/**
 * Keys of the segments whose files are gone, or not of the size that they were written with. Throws the system's error
 * if it does not let us look.
 */
export async function lostSegments(folder: string, segments: readonly SegmentInfo[]): Promise<Set<string>> {
  const lost = new Set<string>();
  await Promise.all(
    segments.map(async ({ key, bytes }) => {
      const size = await stat(join(folder, segmentFileName(key))).then((stats) => stats.size, unlessAbsent);
      if (size !== bytes) lost.add(key);
    }),
  );
  return lost;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent)) !== null;
}

function unlessAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}

function unlessThere(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error;
}
