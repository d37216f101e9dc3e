import type { Schedule } from '../kit/time/schedule.ts';
import { scheduleTimeout } from '../kit/time/schedule.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import type { EmbedderChoice } from './embedder-choice.ts';
import { parseEmbedderSetting } from './embedder-setting.ts';
import { readModelOverrides } from './model/model-overrides.ts';
import { profileMemory } from './model/model-profile.ts';
import { provideEmbedder } from './adjusted/provided-model.ts';
import type { ProviderSetup } from './adjusted/provider-setup.ts';
import { providerNamed } from './providers.ts';

export interface CreateEmbedderOptions {
  /** As for {@link parseEmbedderSetting}. */
  choice: string | undefined;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** Cores that embedding may use. */
  threads: number;
  /** The per-user folder with `model-overrides.json`. */
  configFolder: string;
  /** The per-user folder that caches what servers and hubs say about models; if absent, they are always asked. */
  dataFolder?: string;
  /** Where the built-in model's file may be, in order of search; absolute. Absent: nowhere. */
  modelFolders?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  log: ProviderSetup['log'];
}

/**
 * Makes the embedder that the setting names; null for `lsa` and `none`, which {@link parseEmbedderSetting} tells apart.
 * Loads no model before the first text.
 * @throws VaultLoomError `invalid_arguments` for a setting, an address or an override file that makes no sense;
 * `embedder_unavailable` if the model is not available now, but may be later
 */
export async function createEmbedder(options: CreateEmbedderOptions): Promise<EmbedderChoice | null> {
  const { provider: name, ...named } = parseEmbedderSetting(options.choice);
  const provider = providerNamed(name);
  if (provider === undefined) return null;
  const setup: ProviderSetup = {
    spawnWorker: options.spawnWorker,
    schedule: options.schedule ?? scheduleTimeout,
    threads: Math.max(1, options.threads),
    env: options.env,
    configFolder: options.configFolder,
    dataFolder: options.dataFolder ?? null,
    modelFolders: options.modelFolders ?? [],
    overrides: await readModelOverrides(options.configFolder),
    memory: profileMemory(options.dataFolder ?? null),
    log: options.log,
  };
  return provideEmbedder(await provider.find(named, setup), setup);
}
