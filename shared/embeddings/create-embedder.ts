import type { Schedule } from '../kit/schedule.ts';
import { scheduleTimeout } from '../kit/schedule.ts';
import type { SpawnWorker } from '../kit/spawn-worker.ts';
import type { EmbedderChoice } from './embedder-choice.ts';
import type { EmbedderSetting } from './model/embedder-setting.ts';
import { parseEmbedderSetting } from './model/embedder-setting.ts';
import { readModelOverrides } from './model/model-overrides.ts';
import { profileMemory } from './model/model-profile.ts';
import type { ProviderSetup } from './model/provider-setup.ts';

export interface CreateEmbedderOptions {
  /** As for {@link parseEmbedderSetting}. */
  choice: string | undefined;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** Cores that embedding may use. */
  threads: number;
  /** The per-user folder with `model-overrides.json`. */
  configFolder: string;
  /** The per-user folder that caches what servers and hubs said about models; absent: they are asked each time. */
  dataFolder?: string;
  env: Readonly<Record<string, string | undefined>>;
  log: ProviderSetup['log'];
}

/**
 * Makes the embedder that the setting names. Null for `lsa` and `none`, which have none: {@link parseEmbedderSetting} tells
 * the two apart, since with `lsa` the engine's LSA continues. No model is loaded before the first text.
 * @throws VaultLoomError `invalid_arguments` for a setting, an address or an override file that cannot be understood;
 * `embedder_unavailable` if the model is not available now; it may be later
 */
export async function createEmbedder(options: CreateEmbedderOptions): Promise<EmbedderChoice | null> {
  const setting = parseEmbedderSetting(options.choice);
  if (setting.provider === 'lsa' || setting.provider === 'none') return null;
  return make(setting, {
    spawnWorker: options.spawnWorker,
    schedule: options.schedule ?? scheduleTimeout,
    threads: Math.max(1, options.threads),
    env: options.env,
    configFolder: options.configFolder,
    dataFolder: options.dataFolder ?? null,
    overrides: await readModelOverrides(options.configFolder),
    memory: profileMemory(options.dataFolder ?? null),
    log: options.log,
  });
}

/** Each provider's code is evaluated only if it is chosen. */
async function make(setting: Exclude<EmbedderSetting, { provider: 'lsa' | 'none' }>, setup: ProviderSetup): Promise<EmbedderChoice> {
  switch (setting.provider) {
    case 'use':
      return (await import('./use/create-use.ts')).createUse(setup);
    case 'ollama':
      return (await import('./ollama/create-ollama.ts')).createOllama(setting.model, setup);
    case 'transformers':
      return (await import('./transformers/create-transformers.ts')).createTransformers(setting, setup);
    case 'orama':
      return (await import('./orama/create-orama.ts')).createOrama(setup);
  }
}
