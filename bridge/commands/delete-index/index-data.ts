import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../../../shared/kit/disk/disk-io.ts';
import { wordFilesIn } from '../../../shared/embeddings/words/known-words.ts';
import type { FileLock } from '../../../shared/kit/disk/file-lock.ts';
import { isInside } from '../../../shared/kit/disk/is-inside.ts';
import { PLUGIN_ID } from '../../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { deleteIndexFiles, indexFilesIn, type IndexFiles } from '../../../shared/store/index-files.ts';
import { indexHolders, indexLockFile, lockHolder, openIndexLock } from '../../../shared/store/index-lock.ts';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { vaultDataFolder } from '../../../shared/vault/data-folders.ts';

/** What the engine made of a vault and can make again. */
export interface IndexData {
  /** Of this vault alone: index, vectors, learned model. */
  indexes: IndexFiles[];
  /** The words of all vaults of this person; null if they are kept, or there are none. */
  words: IndexFiles | null;
}

export interface IndexPlaces {
  vaultRealPath: string;
  /** The per-user data folder. */
  dataFolder: string;
  keepWords: boolean;
}

/** Everything that a deletion would take. Changes nothing. Throws the system's error if a folder cannot be read. */
export async function findIndexData({ vaultRealPath, dataFolder, keepWords }: IndexPlaces): Promise<IndexData> {
  const own = vaultDataFolder(dataFolder, vaultRealPath);
  const plugins = await pluginsIndex(vaultRealPath);
  const folders = [...(plugins === null ? [] : [plugins]), join(own, 'index'), join(own, 'vectors')];
  const indexes = await Promise.all(folders.map((folder) => indexFilesIn(folder)));
  return { indexes: indexes.flat(), words: keepWords ? null : await wordsIn(dataFolder) };
}

/**
 * Says who uses what would be deleted.
 * @throws VaultLoomError `index_not_ready` if a process keeps an index of this vault; or of another one, if the words
 *   are to go, since it would write them again
 */
export async function assertUnused({ indexes, words }: IndexData, dataFolder: string): Promise<void> {
  for (const { folder } of indexes) {
    const holder = await lockHolder(indexLockFile(dataFolder, await realPathOf(folder)));
    if (holder !== null) throw inUse(holder.pid);
  }
  const [other] = words === null ? [] : await indexHolders(dataFolder);
  if (other !== undefined)
    throw new VaultLoomError(
      'index_not_ready',
      `Process ${other.pid} serves another vault and knows the words: it would write them again. Nothing was deleted.`,
      { hint: 'Quit the clients and the notes app first, or keep the words: --keep-words.' },
    );
}

/**
 * Deletes it, under the locks of all of these indexes, so that no server can start on a half of one.
 * @throws VaultLoomError `index_not_ready` if another process holds one of them, and nothing is deleted; the system's
 *   error if a file cannot be deleted
 */
export async function deleteIndexData({ indexes, words }: IndexData, dataFolder: string): Promise<void> {
  const locks: FileLock[] = [];
  try {
    for (const { folder } of indexes) {
      const lock = await openIndexLock({ dataFolder, indexRealPath: await realPathOf(folder) });
      locks.push(lock);
      if (!lock.held) throw inUse();
    }
    // The deepest first, so that the folders around them are empty when their turn comes.
    for (const files of indexes.toReversed()) await deleteIndexFiles(files);
    for (const name of words?.names ?? []) await rm(join(dataFolder, name), { force: true });
  } finally {
    await Promise.all(locks.map((lock) => lock.release()));
  }
}

function inUse(pid?: number): VaultLoomError {
  return new VaultLoomError(
    'index_not_ready',
    `${pid === undefined ? 'Another process' : `Process ${pid}`} keeps this vault's index. Nothing was deleted.`,
    { hint: 'Quit the clients that have started a server for this vault, and the notes app, then try again.' },
  );
}

/**
 * The index in the plugin's folder; null if it has none, or it is not in this vault, so that the engine does not use
 * it.
 */
async function pluginsIndex(vaultRealPath: string): Promise<string | null> {
  const configDir = await findConfigDir(vaultRealPath);
  if (configDir === null) return null;
  const folder = join(vaultRealPath, configDir, 'plugins', PLUGIN_ID, 'index');
  const real = await realPathOf(folder).catch(() => null);
  return real !== null && isInside(real, vaultRealPath) ? folder : null;
}

async function wordsIn(dataFolder: string): Promise<IndexFiles | null> {
  const names = await wordFilesIn(dataFolder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dataFolder, name))).size));
  return names.length === 0 ? null : { folder: dataFolder, names, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
