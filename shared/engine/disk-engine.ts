import { join } from 'node:path';
import { eventLoopYield } from '../protocol/slices.ts';
import { parsePluginSettings, PLUGIN_SETTINGS_FILE } from '../protocol/plugin-settings.ts';
import { readSettingsText } from '../vault/disk-io.ts';
import { DiskVault } from '../vault/disk-vault.ts';
import { parseJson } from '../vault/json.ts';
import { configFolder, dataFolder, vaultDataFolder } from './data-folders.ts';
import { engineEmbeddings, ownVectorsFolder } from './engine-embeddings.ts';
import type { EngineHost } from './engine.ts';
import { locateIndex } from './index-location.ts';
import { INDEX_FORMAT } from './index-storage.ts';
import { LocalEngine, type LocalEngineOptions } from './local-engine.ts';
import { spawnNodeWorker } from './node-worker.ts';
import { releaseMemory } from './release-memory.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DiskEngineOptions {
  /** As the person wrote it: `~` and relative paths are expanded. */
  vaultPath: string;
  env?: Environment;
  log: LocalEngineOptions['log'];
  /** See {@link LocalEngineOptions.beforeStart}. */
  beforeStart?: () => Promise<unknown>;
  /** In place of what the settings say of embeddings. */
  embeddings?: Pick<LocalEngineOptions, 'createEmbedder' | 'createFormerEmbedder' | 'learnTerms' | 'vectorsFolder'>;
}

/** One slice of work between two turns of the event loop: short enough that an answer is never late for it. */
const SLICE_MS = 10;

/**
 * The engine over a vault on the disk, with nothing but Node. Not started yet.
 * @throws VaultLoomError `vault_not_found`
 */
export async function createDiskEngine({ vaultPath, env = process.env, log, beforeStart, embeddings }: DiskEngineOptions): Promise<EngineHost> {
  const source = await DiskVault.open(vaultPath);
  const userFolder = dataFolder(env);
  const place = { vaultRealPath: source.root, configDir: source.configDir ?? '.obsidian', dataFolder: userFolder, format: INDEX_FORMAT };
  return new LocalEngine({
    source,
    host: 'disk',
    dataFolder: userFolder,
    indexFolder: async () => (await locateIndex(place)).folder,
    spawnWorker: spawnNodeWorker,
    yieldToLoop: eventLoopYield(),
    sliceBudgetMs: SLICE_MS,
    ...(embeddings ?? embeddingsOf(source, env, log)),
    releaseMemory,
    ...(beforeStart === undefined ? {} : { beforeStart }),
    log,
  });
}

const MAX_SETTINGS_BYTES = 1024 * 1024;

function embeddingsOf(source: DiskVault, env: Environment, log: LocalEngineOptions['log']): DiskEngineOptions['embeddings'] {
  const userFolder = dataFolder(env);
  const own = env['VAULT_LOOM_EMBEDDER']?.trim() ?? '';
  return {
    ...engineEmbeddings({ setting: () => embedderSetting(source, env), env, spawnWorker: spawnNodeWorker, configFolder: configFolder(env), dataFolder: userFolder, log }),
    ...(own === '' ? {} : { vectorsFolder: () => Promise.resolve(ownVectorsFolder(vaultDataFolder(userFolder, source.root), own)) }),
  };
}

/** The environment's setting, else the plugin's where it is installed. */
async function embedderSetting(source: DiskVault, env: Environment): Promise<string | undefined> {
  const own = env['VAULT_LOOM_EMBEDDER']?.trim() ?? '';
  if (own !== '' || source.configDir === null) return own === '' ? undefined : own;
  const file = join(source.root, source.configDir, 'plugins', 'vault-loom', PLUGIN_SETTINGS_FILE);
  const text = await readSettingsText(file, MAX_SETTINGS_BYTES).catch(() => null);
  return text === null ? undefined : parsePluginSettings(parseJson(text)).embedder;
}
