import { constants } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../../../shared/kit/disk/disk-io.ts';
import { indexLockFile, lockHolder } from '../../../shared/store/index-lock.ts';
import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { can, canKeepFilesIn } from './access.ts';
import type { Finding } from './finding.ts';

/**
 * Where the index is, and who keeps it.
 * @param plugin the plugin's folder in the vault; null if it has none
 */
export async function checkIndex(
  vaultRealPath: string,
  plugin: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const folder = join(plugin ?? vaultDataFolder(dataFolder(env), vaultRealPath), 'index');
  const isThere = await can(folder, constants.F_OK);
  const isWritable = await canKeepFilesIn(folder);
  return [
    {
      state: isWritable ? 'ok' : 'bad',
      what: 'Index',
      said: `${folder}${isThere ? '' : ' (not made yet)'}${isWritable ? '' : ' cannot be made or written'}`,
      ...(isWritable
        ? {}
        : { cure: 'let your account write there, or set VAULT_LOOM_DATA_DIR to a folder that it can write' }),
    },
    await checkLock(folder, env),
  ];
}

/** The lock's holder is the one process that writes the index. */
async function checkLock(indexFolder: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const file = indexLockFile(dataFolder(env), await realPathOf(indexFolder).catch(() => indexFolder));
  const holder = await lockHolder(file);
  return {
    state: 'ok',
    what: 'Lock',
    said:
      holder === null
        ? "no process keeps this vault's index at present"
        : `process ${holder.pid} keeps this vault's index; others share it`,
  };
}

/** Linux limits watches; we need one for each folder. */
export async function checkWatches(vaultRealPath: string): Promise<Finding[]> {
  const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => 'NaN'));
  if (Number.isNaN(limit)) return [];
  const folders = await countFolders(vaultRealPath);
  const isEnough = folders < limit / 2;
  return [
    {
      state: isEnough ? 'ok' : 'note',
      what: 'Watches',
      said: `${folders} folders, of ${limit} that the system lets a user watch`,
      ...(isEnough ? {} : { cure: 'raise fs.inotify.max_user_watches (sysctl) to see every change at once' }),
    },
  ];
}

async function countFolders(root: string): Promise<number> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  let count = 1;
  for (const folder of folders) count += await countFolders(join(root, folder.name));
  return count;
}
