import { lstat, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../kit/disk/disk-io.ts';
import { outwaitOthers, TEMPORARY_NAME } from '../kit/disk/durable-file.ts';
import { GIT_IGNORE } from './git-ignore.ts';
import { MANIFEST_NAME } from './manifest.ts';
import { segmentKeyOf } from './segment-name.ts';

/** The files of one folder that are an index's. */
export interface IndexFiles {
  /** Absolute. */
  folder: string;
  /** Names within the folder, the manifest first: without it the others are not an index. */
  names: string[];
  bytes: number;
}

/**
 * The files of the index in a folder and of those in the folders below it, by folder; a folder
 * that only holds such folders has none itself. Only files of our own names count.
 * Symlinks within the folder are neither followed nor listed; the folder itself may be one.
 * @throws the system's error if a folder cannot be read; one that is not there has no files
 */
export async function indexFilesIn(folder: string): Promise<IndexFiles[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile() && isOwnName(entry.name)).map(({ name }) => name);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => indexFilesIn(join(folder, name)));
  const below = (await Promise.all(folders)).flat();
  const own = {
    folder,
    names: names.toSorted((a, b) => Number(b === MANIFEST_NAME) - Number(a === MANIFEST_NAME)),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
  return names.length === 0 && below.length === 0 ? [] : [own, ...below];
}

/**
 * Deletes these files, and the folder if nothing is left in it. Only the index's owner may. Files that are already gone
 * are not an error.
 * @throws the system's error if a file cannot be deleted; the others of the folder may be gone by then
 */
export async function deleteIndexFiles({ folder, names }: IndexFiles): Promise<void> {
  for (const name of names) {
    const file = join(folder, name);
    if (await isFile(file)) await outwaitOthers(() => rm(file, { force: true }));
  }
  await removeIfEmpty(folder);
}

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function removeIfEmpty(folder: string): Promise<void> {
  // ENOTDIR is a symlink to a folder: whoever made it may want to keep it.
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT'].includes(systemCode(error))) throw error;
  });
}

function isOwnName(name: string): boolean {
  return name === MANIFEST_NAME || name === GIT_IGNORE || segmentKeyOf(name) !== undefined || TEMPORARY_NAME.test(name);
}
