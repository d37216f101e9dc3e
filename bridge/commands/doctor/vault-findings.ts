import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { attempt } from './attempt.ts';
import { checkDisk } from './doctor-disk.ts';
import { checkIndex, checkWatches } from './doctor-index.ts';
import { checkMeaning } from './doctor-meaning.ts';
import { checkModel } from './doctor-model.ts';
import { checkPermissions } from './doctor-permissions.ts';
import { checkPlugin, installedPlugin } from './doctor-plugin.ts';
import { checkPorts } from './doctor-ports.ts';
import { checkAppVaults, checkConfigDir, checkReadable } from './doctor-vault.ts';
import type { Finding } from './finding.ts';

export interface VaultChecks {
  env: NodeJS.ProcessEnv;
  version: string;
  /** Where the built-in model's file may be with this program; absolute. */
  modelFolders: readonly string[];
  /** The vaults that the notes app lists. */
  listed: readonly string[];
}

/** What could keep the server from working with one vault, but for the clients. */
export async function checkVault(config: BridgeConfig, checks: VaultChecks): Promise<Finding[]> {
  const { env, version, modelFolders, listed } = checks;
  const vault = config.realVaultPath;
  const configDir = await findConfigDir(vault);
  const plugin = await installedPlugin(vault, configDir);
  const userFolder = dataFolder(env);
  let ownPort: number | null = null;
  const findings = [
    await attempt('Vault', async () => [await checkReadable(config)]),
    await attempt('Vaults', () => checkAppVaults(vault, listed)),
    [checkConfigDir(configDir)],
    await attempt('Plugin', async () => {
      const { findings: ofPlugin, port } = await checkPlugin(vault, version, env);
      ownPort = port;
      return ofPlugin;
    }),
    await attempt('Ports', () => checkPorts({ vaultRealPath: vault, hasPlugin: plugin !== null, ownPort })),
    await attempt('Model', async () => [
      await checkModel({ program: modelFolders, dataFolder: userFolder, env, plugin, vault }),
    ]),
    await attempt('Meaning', () => checkMeaning({ env, modelFolders }, vault)),
    await attempt('Index', () => checkIndex(vault, plugin, env)),
    await attempt('Permissions', () => checkPermissions({ vault, plugin, dataFolder: userFolder, env })),
    await attempt('Disk', () => checkDisk([vault, userFolder])),
    await attempt('Watches', () => checkWatches(vault)),
  ];
  return findings.flat();
}
