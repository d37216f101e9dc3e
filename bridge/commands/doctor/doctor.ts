import { engines } from '../../../package.json';
import type { ClientMachine } from '../../../shared/clients/config-file.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import { readConfig } from '../../process/config.ts';
import { compareVersions } from '../../switch/engine-choice.ts';
import { vaultsOfApp } from '../connect/app-vaults.ts';
import type { Screen } from '../terminal.ts';
import { checkClients } from './doctor-clients.ts';
import { checkDisk } from './doctor-disk.ts';
import { checkIndex, checkWatches } from './doctor-index.ts';
import { checkModel } from './doctor-model.ts';
import { checkPermissions } from './doctor-permissions.ts';
import { checkPlugin, installedPlugin } from './doctor-plugin.ts';
import { checkPorts } from './doctor-ports.ts';
import { checkAppVaults, checkConfigDir, checkReadable } from './doctor-vault.ts';
import type { Finding } from './finding.ts';

export interface DoctorOptions {
  env: NodeJS.ProcessEnv;
  machine: ClientMachine;
  /** As named on the command line, if it was. */
  vault: string | undefined;
  version: string;
  /** Where the built-in model's file may be with this program; absolute. */
  modelFolders: readonly string[];
  /** Where it is said what takes a while. */
  progress: Screen;
}

/** Looks for what could keep the server from working, each with its cure. Changes no note. */
export async function doctor(options: DoctorOptions): Promise<Finding[]> {
  return [checkNode(), ...(await checkVault(options))];
}

function checkNode(): Finding {
  const needed = engines.node.replace('>=', '');
  const fits = compareVersions(process.versions.node, `${needed}.0`) >= 0;
  return {
    state: fits ? 'ok' : 'bad',
    what: 'Node',
    said: `${process.versions.node}${fits ? '' : `; needed is ${needed} or newer`}`,
    ...(fits ? {} : { cure: 'install a newer Node.js (https://nodejs.org), and run vault-loom connect again' }),
  };
}

async function checkVault(options: DoctorOptions): Promise<Finding[]> {
  const { env, machine, vault, version, modelFolders, progress } = options;
  const known = await vaultsOfApp(machine);
  try {
    const config = readConfig(env, vault);
    const { realVaultPath } = config;
    const configDir = await findConfigDir(realVaultPath);
    const plugin = await installedPlugin(realVaultPath, configDir);
    const userFolder = dataFolder(env);
    const { findings: pluginFindings, port } = await checkPlugin(realVaultPath, version, env);
    return [
      await checkReadable(config),
      ...(await checkAppVaults(realVaultPath, known)),
      checkConfigDir(configDir),
      ...pluginFindings,
      ...(await checkPorts({ vaultRealPath: realVaultPath, hasPlugin: plugin !== null, ownPort: port })),
      await checkModel({ program: modelFolders, dataFolder: userFolder, plugin }),
      ...(await checkIndex(realVaultPath, plugin, env)),
      ...(await checkPermissions({ vault: realVaultPath, plugin, dataFolder: userFolder, env })),
      ...(await checkDisk([realVaultPath, userFolder])),
      ...(await checkWatches(realVaultPath)),
      ...(await checkClients({ machine, vaultRealPath: realVaultPath, version, progress })),
    ];
  } catch (error) {
    if (error instanceof VaultLoomError)
      return [{ state: 'bad', what: 'Vault', said: error.message, cure: cureOf(error, known) }];
    throw error;
  }
}

function cureOf({ hint }: VaultLoomError, known: readonly string[]): string {
  if (hint !== undefined) return hint;
  const [first] = known;
  const ways = 'name its folder (vault-loom doctor PATH), or set VAULT_PATH';
  return first === undefined ? ways : `${ways}; the app lists ${known.join(', ')}`;
}
