import { constants } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../../../shared/kit/disk/disk-io.ts';
import { indexFault } from '../../../shared/store/index-fault.ts';
import { indexLockFile, lockHolder } from '../../../shared/store/index-lock.ts';
import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { can, canKeepFilesIn } from './access.ts';
import type { Finding } from './finding.ts';

/**
 * Where the index is, whether its files are whole, and who keeps it.
 * @param plugin the plugin's folder in the vault; null if it has none
 */
export async function checkIndex(
  vaultRealPath: string,
  plugin: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const own = vaultDataFolder(dataFolder(env), vaultRealPath);
  const folder = join(plugin ?? own, 'index');
  const isThere = await can(folder, constants.F_OK);
  const isWritable = await canKeepFilesIn(folder);
  return [
    {
      state: isWritable ? 'ok' : 'bad',
      what: 'Index',
      said: `${folder}${isThere ? '' : ' (not made yet)'}${isWritable ? '' : ' cannot be made or written'}`,
      ...(isWritable
        ? {}
        : {
            // The index of a vault with the plugin is in its folder, wherever the data folder is.
            cure: `let your account write there${plugin === null ? ', or set VAULT_LOOM_DATA_DIR to a folder that it can write' : ''}`,
          }),
    },
    ...(await checkFiles([folder, join(folder, 'vectors'), ...(await foldersIn(join(own, 'vectors')))])),
    await checkLock(folder, env),
  ];
}

/** Whoever reads a damaged index makes it again, so it is worth knowing and no problem; one that cannot be read is. */
async function checkFiles(folders: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const folder of folders) {
    const fault = await indexFault(folder);
    if (fault === null) continue;
    const cure =
      fault.isPassing === true
        ? 'let your account read the files there'
        : 'nothing has to be done: what is not usable is made again from the notes when a server or the app next starts or needs it';
    findings.push({
      state: fault.isPassing === true ? 'bad' : 'note',
      what: 'Index',
      said: `${folder}: ${fault.reason}`,
      cure,
    });
  }
  return findings;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
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
