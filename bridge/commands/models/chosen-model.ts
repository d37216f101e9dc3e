import { join } from 'node:path';
import { heedVaultsEmbedder } from '../../../shared/embeddings/chosen-embedders.ts';
import { createEmbedder } from '../../../shared/embeddings/create-embedder.ts';
import type { EmbedderChoice } from '../../../shared/embeddings/embedder-choice.ts';
import { modelsFolder } from '../../../shared/embeddings/use/weights/model-file.ts';
import { spawnNodeWorker } from '../../../shared/kit/concurrency/node-worker.ts';
import { PLUGIN_ID } from '../../../shared/protocol/discovery.ts';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { configFolder, dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { readConfig } from '../../process/config.ts';
import { createLog, parseLogLevel } from '../../process/log.ts';
import { pluginsSettings } from '../../switch/plugins-settings.ts';
import type { CommandLine } from '../surroundings.ts';

/** The model that is in use, as it is set. */
export interface ChosenModel {
  /** In the form of `VAULT_LOOM_EMBEDDER`. */
  setting: string;
  /** Where that was set. */
  by: 'VAULT_LOOM_EMBEDDER' | "the plugin's settings" | 'default';
  /** What the vault's settings name, if nobody has chosen that on this computer. */
  refused?: string;
}

export type Here = Pick<CommandLine, 'env' | 'modelFolders'>;

type Log = Parameters<typeof createEmbedder>[0]['log'];

const DEFAULT = 'use';

/**
 * The real path of the vault that is meant; null if none is. Throws as `readConfig` for one that is named and not
 * there.
 */
export function vaultIfAny(env: NodeJS.ProcessEnv, named: string | undefined): string | null {
  const isNone = named === undefined && (env['VAULT_PATH'] ?? '').trim() === '';
  return isNone ? null : readConfig(env, named).realVaultPath;
}

/** Which model a vault's server uses; without a vault, which one any server does unless its vault says otherwise. */
export async function chosenModel({ env }: Here, vaultRealPath: string | null): Promise<ChosenModel> {
  const own = env['VAULT_LOOM_EMBEDDER']?.trim() ?? '';
  if (own !== '') return { setting: own, by: 'VAULT_LOOM_EMBEDDER' };
  if (vaultRealPath === null) return { setting: DEFAULT, by: 'default' };
  const { embedder } = await pluginsSettings(vaultRealPath);
  const { setting = DEFAULT, refused } = await heedVaultsEmbedder(
    embedder,
    vaultDataFolder(dataFolder(env), vaultRealPath),
  );
  return {
    setting,
    by: setting === DEFAULT ? 'default' : "the plugin's settings",
    ...(refused === undefined ? {} : { refused }),
  };
}

/** Where the built-in model's file may be, in the order of search; absolute. */
export async function builtInFolders({ env, modelFolders }: Here, vaultRealPath: string | null): Promise<string[]> {
  const configDir = vaultRealPath === null ? null : await findConfigDir(vaultRealPath);
  const plugin =
    vaultRealPath === null || configDir === null ? [] : [join(vaultRealPath, configDir, 'plugins', PLUGIN_ID)];
  return [...modelFolders, modelsFolder(dataFolder(env)), ...plugin];
}

/**
 * Makes the embedder of a setting, as a server does; null for `lsa` and `none`. Loads nothing yet.
 * @param log what a server would log
 * @throws VaultLoomError as `createEmbedder`
 */
export async function openModel(
  here: Here,
  setting: string,
  vaultRealPath: string | null,
  log: Log = logOf(here.env),
): Promise<EmbedderChoice | null> {
  const { env } = here;
  return createEmbedder({
    choice: setting,
    spawnWorker: spawnNodeWorker,
    threads: 1,
    configFolder: configFolder(env),
    dataFolder: dataFolder(env),
    modelFolders: await builtInFolders(here, vaultRealPath),
    env,
    log,
  });
}

function logOf(env: NodeJS.ProcessEnv): Log {
  const log = createLog(parseLogLevel(env['VAULT_LOOM_LOG']), (line) => process.stderr.write(line));
  return (level, message) => log[level](message);
}
