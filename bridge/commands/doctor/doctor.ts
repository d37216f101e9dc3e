import { constants } from 'node:fs';
import { access, readFile, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { engines } from '../../../package.json';
import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { indexLockFile } from '../../../shared/store/index-lock.ts';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { readLock } from '../../../shared/kit/disk/lock-file.ts';
import { isProvablyDead, ownIdentity } from '../../../shared/kit/disk/process-identity.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { readConfig } from '../../process/config.ts';
import { checkModel } from './doctor-model.ts';
import { checkPlugin } from './doctor-plugin.ts';
import type { Screen } from '../terminal.ts';
import type { Finding } from './finding.ts';

const PLUGIN_FOLDER = ['plugins', 'vault-loom'];
/** An owner renews its lock every two seconds. */
const LIVE_LOCK_MS = 10_000;
const LABEL_COLUMNS = 12;

export interface DoctorOptions {
  env: NodeJS.ProcessEnv;
  /** As named on the command line, if it was. */
  vault: string | undefined;
  version: string;
  /** Where the built-in model's file may be with this program; absolute. */
  modelFolders: readonly string[];
}

/** Looks for what could keep the server from working, changes nothing, and prints a line for each. True if nothing does. */
export async function doctor(options: DoctorOptions, screen: Screen): Promise<boolean> {
  const findings = [checkNode(), ...(await checkVault(options))];
  const { good, dim, bad } = screen.style;
  const marks = { ok: good('ok  '), note: dim('note'), bad: bad('BAD ') };
  for (const { state, what, said } of findings) screen.write(`${marks[state]} ${what.padEnd(LABEL_COLUMNS)} ${said}\n`);
  return findings.every(({ state }) => state !== 'bad');
}

function checkNode(): Finding {
  const needed = engines.node.replace('>=', '');
  const fits = compareVersions(process.versions.node, needed) >= 0;
  return {
    state: fits ? 'ok' : 'bad',
    what: 'Node',
    said: `${process.versions.node}${fits ? '' : `; needed is ${needed} or newer`}`,
  };
}

async function checkVault({ env, vault, version, modelFolders }: DoctorOptions): Promise<Finding[]> {
  try {
    const config = readConfig(env, vault);
    const configDir = await findConfigDir(config.realVaultPath);
    return [
      await checkReadable(config),
      checkConfigDir(configDir),
      ...(await checkPlugin(config.realVaultPath, version, env)),
      await checkModel({
        program: modelFolders,
        dataFolder: dataFolder(env),
        plugin: await installedPlugin(config.realVaultPath, configDir),
      }),
      ...(await checkIndex(config, configDir, env)),
      ...(await checkWatches(config)),
    ];
  } catch (error) {
    if (error instanceof VaultLoomError) return [{ state: 'bad', what: 'Vault', said: error.message }];
    throw error;
  }
}

async function checkReadable({ vaultPath }: BridgeConfig): Promise<Finding> {
  const readable = await can(vaultPath, constants.R_OK | constants.X_OK);
  return { state: readable ? 'ok' : 'bad', what: 'Vault', said: `${vaultPath}${readable ? '' : ' cannot be read'}` };
}

function checkConfigDir(configDir: string | null): Finding {
  return configDir === null
    ? { state: 'note', what: 'App', said: 'the notes app has not opened this folder yet (no configuration folder)' }
    : { state: 'ok', what: 'App', said: `configuration in ${configDir}` };
}

async function checkIndex(
  { realVaultPath }: BridgeConfig,
  configDir: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const plugin = await installedPlugin(realVaultPath, configDir);
  const folder = join(plugin ?? vaultDataFolder(dataFolder(env), realVaultPath), 'index');
  const there = await can(folder, constants.F_OK);
  const writable = await can(await nearestFolder(folder), constants.W_OK);
  return [
    {
      state: writable ? 'ok' : 'bad',
      what: 'Index',
      said: `${folder}${there ? '' : ' (not made yet)'}${writable ? '' : ' cannot be written'}`,
    },
    await checkLock(folder, env),
  ];
}

/** The plugin's folder in the vault; null if it has none. */
async function installedPlugin(vaultRealPath: string, configDir: string | null): Promise<string | null> {
  if (configDir === null) return null;
  const folder = join(vaultRealPath, configDir, ...PLUGIN_FOLDER);
  return (await can(folder, constants.F_OK)) ? folder : null;
}

/** The lock's holder is the one process that writes the index. */
async function checkLock(indexFolder: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const file = indexLockFile(dataFolder(env), await realpath(indexFolder).catch(() => indexFolder));
  const [age, content] = await Promise.all([ageOf(file), readLock(file).catch(() => undefined)]);
  const owner = content?.record?.process;
  const isLive = age < LIVE_LOCK_MS && owner !== undefined && !(await isProvablyDead(owner, await ownIdentity()));
  return {
    state: 'ok',
    what: 'Lock',
    said: isLive
      ? `process ${owner.pid} keeps this vault's index; others share it`
      : "no process keeps this vault's index at present",
  };
}

/** Linux limits watches; we need one for each folder. */
async function checkWatches({ realVaultPath }: BridgeConfig): Promise<Finding[]> {
  const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => 'NaN'));
  if (Number.isNaN(limit)) return [];
  const folders = await countFolders(realVaultPath);
  const enough = folders < limit / 2;
  return [
    {
      state: enough ? 'ok' : 'note',
      what: 'Watches',
      said: `${folders} folders, of ${limit} that the system lets a user watch${enough ? '' : '; raise fs.inotify.max_user_watches to see every change at once'}`,
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

async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return (await can(path, constants.F_OK)) || parent === path ? path : nearestFolder(parent);
}

async function can(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (
    [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}
