import type { Vault } from 'obsidian';
import { dataFolder } from '../shared/engine/data-folders.ts';
import type { EngineHost } from '../shared/engine/engine.ts';
import { locateIndex } from '../shared/engine/index-location.ts';
import { INDEX_FORMAT } from '../shared/engine/index-storage.ts';
import { LocalEngine } from '../shared/engine/local-engine.ts';
import { eventLoopYield } from '../shared/protocol/slices.ts';
import { AppVault } from './app-vault.ts';
import { spawnBlobWorker } from './blob-worker.ts';
import { RealPlaces } from './real-places.ts';
import { startWorkerTimers } from './worker-timers.ts';

export interface AppEngine {
  engine: EngineHost;
  /** Closes the engine and what it ran on. */
  close(): Promise<void>;
}

/** Half a frame at 60 Hz: typing stays smooth while the vault is indexed. */
const SLICE_MS = 8;

/**
 * The engine over the app's vault, with what the app offers in place of Node's own threads and timers. Not started yet.
 *
 * @param basePath absolute path of the vault's folder
 */
export async function createAppEngine(vault: Vault, basePath: string): Promise<AppEngine> {
  const places = await RealPlaces.open(basePath);
  const timers = startWorkerTimers(spawnBlobWorker);
  const source = await AppVault.open(vault, places, { schedule: timers.schedule });
  const userFolder = dataFolder(process.env);
  const place = { vaultRealPath: places.root, configDir: vault.configDir, dataFolder: userFolder, format: INDEX_FORMAT };
  const engine = new LocalEngine({
    source,
    host: 'plugin',
    dataFolder: userFolder,
    indexFolder: async () => (await locateIndex(place)).folder,
    spawnWorker: spawnBlobWorker,
    yieldToLoop: eventLoopYield(),
    sliceBudgetMs: SLICE_MS,
    schedule: timers.schedule,
    log: logToConsole,
  });
  return {
    engine,
    close: async () => {
      await engine.close();
      await timers.close();
    },
  };
}

/** Errors alone: the app's console belongs to the person. */
function logToConsole(level: 'error' | 'warn' | 'info' | 'debug', message: string): void {
  if (level === 'error') console.error(`Vault Loom: ${message}`);
}
