import { eventLoopYield } from '../protocol/slices.ts';
import { DiskVault } from '../vault/disk-vault.ts';
import { dataFolder } from './data-folders.ts';
import type { EngineHost } from './engine.ts';
import { locateIndex } from './index-location.ts';
import { INDEX_FORMAT } from './index-storage.ts';
import { LocalEngine, type LocalEngineOptions } from './local-engine.ts';
import { spawnNodeWorker } from './node-worker.ts';
import { releaseMemory } from './release-memory.ts';

export interface DiskEngineOptions {
  /** As the person wrote it: `~` and relative paths are expanded. */
  vaultPath: string;
  env?: Readonly<Record<string, string | undefined>>;
  log: LocalEngineOptions['log'];
  /** See {@link LocalEngineOptions.beforeStart}. */
  beforeStart?: () => Promise<unknown>;
}

/** One slice of work between two turns of the event loop: short enough that an answer is never late for it. */
const SLICE_MS = 10;

/**
 * The engine over a vault on the disk, with nothing but Node. Not started yet.
 * @throws VaultLoomError `vault_not_found`
 */
export async function createDiskEngine({ vaultPath, env = process.env, log, beforeStart }: DiskEngineOptions): Promise<EngineHost> {
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
    releaseMemory,
    ...(beforeStart === undefined ? {} : { beforeStart }),
    log,
  });
}
