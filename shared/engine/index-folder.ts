import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../kit/disk/disk-io.ts';
import { openIndexLock } from '../store/index-lock.ts';
import { MANIFEST_NAME, readManifest } from '../store/manifest.ts';
import { segmentFileName } from '../store/segment-name.ts';
import { vaultDataFolder } from '../vault/data-folders.ts';
import { VECTORS_FOLDER, VECTORS_FORMAT } from '../meaning/vectors/saved-vectors.ts';
import { isInside } from '../kit/disk/is-inside.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';

export interface IndexLocation {
  /** Absolute path of the index folder. */
  folder: string;
  /** `plugin`: inside the plugin's folder in the vault. `user`: in the per-user data folder. */
  place: 'plugin' | 'user';
}

export interface IndexPlace {
  vaultRealPath: string;
  /** The app's configuration folder, relative to the vault, such as `.obsidian`. */
  configDir: string;
  /** The per-user data folder. */
  dataFolder: string;
  /** Layout version of the index expected. */
  format: number;
}

/**
 * Where this vault's index is: in the plugin's folder if that exists and is writable, otherwise in the per-user data
 * folder. An index built there before the plugin was installed is copied over once. Never creates the plugin's folder.
 */
export async function locateIndex(place: IndexPlace): Promise<IndexLocation> {
  const user = join(vaultDataFolder(place.dataFolder, place.vaultRealPath), 'index');
  const plugin = await writableIndexIn(
    join(place.vaultRealPath, place.configDir, 'plugins', 'vault-loom'),
    place.vaultRealPath,
  );
  if (plugin === undefined) return { folder: user, place: 'user' };
  await copyOnce(user, plugin, place);
  await copyOnce(join(user, VECTORS_FOLDER), join(plugin, VECTORS_FOLDER), { ...place, format: VECTORS_FORMAT });
  return { folder: plugin, place: 'plugin' };
}

async function writableIndexIn(pluginFolder: string, vaultRealPath: string): Promise<string | undefined> {
  try {
    // Developers link one plugin folder into several vaults, which must not share an index.
    if (!isInside(await realPathOf(pluginFolder), vaultRealPath) || !(await stat(pluginFolder)).isDirectory())
      return undefined;
    const folder = join(pluginFolder, 'index');
    await mkdir(folder).catch(unlessThere);
    if (!isInside(await realPathOf(folder), vaultRealPath)) return undefined;
    // Only a real write can tell: permissions say little on Windows and on read-only mounts.
    const probe = join(folder, `.vault-loom-${randomBytes(8).toString('hex')}.tmp`);
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
    return folder;
  } catch {
    return undefined;
  }
}

/** Copies a valid index into a folder that has none, under that folder's lock. A failure costs only a rebuild. */
async function copyOnce(from: string, to: string, { dataFolder, format }: IndexPlace): Promise<void> {
  try {
    const source = await readManifest(from, format);
    if ('reason' in source) return;
    await makeFolder(to);
    if (await hasIndex(to)) return;
    const lock = await openIndexLock({ dataFolder, indexRealPath: await realPathOf(to) });
    try {
      if (!lock.held || (await hasIndex(to))) return;
      const files = source.manifest.segments.map(({ key }) => segmentFileName(key));
      // The manifest goes last: without it the copies are not an index.
      for (const name of [...files, MANIFEST_NAME]) await copyWhole(from, to, name);
      const copied = await readManifest(to, format);
      if ('reason' in copied) await rm(join(to, MANIFEST_NAME), { force: true });
    } finally {
      await lock.release();
    }
  } catch {
    return;
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function hasIndex(folder: string): Promise<boolean> {
  return (await readdir(folder)).includes(MANIFEST_NAME);
}

async function copyWhole(from: string, to: string, name: string): Promise<void> {
  const temporary = join(to, `.vault-loom-${randomBytes(8).toString('hex')}.tmp`);
  try {
    await copyFile(join(from, name), temporary);
    await rename(temporary, join(to, name));
  } finally {
    await rm(temporary, { force: true });
  }
}
