import { join } from 'node:path';
import { eventLoopYield } from '../kit/concurrency/slices.ts';
import { heedVaultsEmbedder } from '../embeddings/chosen-embedders.ts';
import { PLUGIN_ID } from '../protocol/discovery.ts';
import { modelsFolder } from '../embeddings/use/weights/model-file.ts';
import { parsePluginSettings, PLUGIN_SETTINGS_FILE } from '../protocol/plugin-settings.ts';
import { readSettingsText } from '../kit/disk/disk-io.ts';
import { DiskVault } from '../vault/disk/disk-vault.ts';
import type { RuleFiles } from '../vault/rules/rule-files.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import { readAppLanguage } from '../vault/app-language.ts';
import { configFolder, dataFolder, vaultDataFolder } from '../vault/data-folders.ts';
import { engineEmbeddings, ownVectorsFolder } from './engine-embeddings.ts';
import type { EngineHost } from './engine.ts';
import { locateIndex } from './index-folder.ts';
import { INDEX_FORMAT } from '../index/saved/saved-index.ts';
import type { LocalEngineOptions } from './engine-options.ts';
import { LocalEngine } from './local-engine.ts';
import { spawnNodeWorker } from '../kit/concurrency/node-worker.ts';
import { releaseMemory } from '../kit/memory/release-memory.ts';
import { VECTORS_FOLDER } from '../meaning/vectors/saved-vectors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DiskEngineOptions {
  /** As written by the person: `~` and relative paths are expanded. */
  vaultPath: string;
  env?: Environment;
  /** What is hidden, if the process has the rules already. */
  rules?: RuleFiles;
  log: LocalEngineOptions['log'];
  /** See {@link LocalEngineOptions.beforeStart}. */
  beforeStart?: () => Promise<unknown>;
  /** Whether the app's plugin keeps the index now; while it does, this engine leaves everything shared to it. */
  isPluginThere?: () => boolean;
  /** Where the built-in model's file may be, before the per-user data folder and the plugin's folder; absolute. */
  modelFolders?: readonly string[];
  /** Overrides the settings for embeddings. */
  embeddings?: Pick<
    LocalEngineOptions,
    'createEmbedder' | 'createFormerEmbedder' | 'learnTerms' | 'embedderNote' | 'vectorsFolder'
  >;
}

/** One slice of work between two turns of the event loop: short enough that it never delays an answer. */
const SLICE_MS = 10;

/**
 * The engine over a vault on the disk, with only Node. Not started yet.
 * @throws VaultLoomError `vault_not_found`
 */
export async function createDiskEngine({
  vaultPath,
  env = process.env,
  rules,
  log,
  beforeStart,
  isPluginThere = () => false,
  modelFolders = [],
  embeddings,
}: DiskEngineOptions): Promise<EngineHost> {
  const source = await DiskVault.open(vaultPath, rules);
  const userFolder = dataFolder(env);
  const place = {
    vaultRealPath: source.root,
    configDir: source.configDir ?? '.obsidian',
    dataFolder: userFolder,
    format: INDEX_FORMAT,
  };
  const indexFolder = async (): Promise<string> => (await locateIndex(place)).folder;
  const ownVectors = ownVectorsOf(source, env);
  return new LocalEngine({
    source,
    host: 'disk',
    dataFolder: userFolder,
    language: () => readAppLanguage(vaultDataFolder(userFolder, source.root)),
    indexFolder,
    mayOwn: (folder) => folder === ownVectors || !isPluginThere(),
    spawnWorker: spawnNodeWorker,
    yieldToLoop: eventLoopYield(),
    sliceBudgetMs: SLICE_MS,
    ...(embeddings ?? embeddingsOf(source, { env, indexFolder, modelFolders, log })),
    releaseMemory,
    ...(beforeStart === undefined ? {} : { beforeStart }),
    log,
  });
}

const MAX_SETTINGS_BYTES = 1024 * 1024;

function embeddingsOf(
  source: DiskVault,
  {
    env,
    indexFolder,
    modelFolders,
    log,
  }: Required<Pick<DiskEngineOptions, 'env' | 'modelFolders' | 'log'>> & { indexFolder: () => Promise<string> },
): DiskEngineOptions['embeddings'] {
  const userFolder = dataFolder(env);
  const own = env['VAULT_LOOM_EMBEDDER']?.trim() ?? '';
  return {
    ...engineEmbeddings({
      ...(own === '' ? {} : { own }),
      setting: () => pluginsEmbedder(source),
      vaultFolder: vaultDataFolder(userFolder, source.root),
      env,
      spawnWorker: spawnNodeWorker,
      configFolder: configFolder(env),
      dataFolder: userFolder,
      modelFolders: [...modelFolders, modelsFolder(userFolder), ...pluginFolders(source)],
      log,
    }),
    ...(own === '' ? {} : { vectorsFolder }),
  };

  /** One embedder, one place for its vectors: if the plugin uses the same, they are shared with it. */
  async function vectorsFolder(): Promise<string> {
    const { setting } = await heedVaultsEmbedder(
      await pluginsEmbedder(source),
      vaultDataFolder(userFolder, source.root),
    );
    if (setting === own) return join(await indexFolder(), VECTORS_FOLDER);
    return ownVectorsOf(source, env);
  }
}

/** Where a process with its own embedder keeps its vectors. */
function ownVectorsOf(source: DiskVault, env: Environment): string {
  return ownVectorsFolder(vaultDataFolder(dataFolder(env), source.root), env['VAULT_LOOM_EMBEDDER'] ?? '');
}

/** The plugin's folder, if the vault can have one. */
function pluginFolders({ root, configDir }: DiskVault): string[] {
  return configDir === null ? [] : [join(root, configDir, 'plugins', PLUGIN_ID)];
}

/** The embedder named in the plugin's settings; undefined if there are none. */
async function pluginsEmbedder(source: DiskVault): Promise<string | undefined> {
  const [folder] = pluginFolders(source);
  if (folder === undefined) return undefined;
  const file = join(folder, PLUGIN_SETTINGS_FILE);
  const text = await readSettingsText(file, MAX_SETTINGS_BYTES).catch(() => null);
  return text === null ? undefined : parsePluginSettings(parseJson(text)).embedder;
}
