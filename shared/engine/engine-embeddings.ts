import { join } from 'node:path';
import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import { settingFor } from '../embeddings/model/embedder-setting.ts';
import type { Schedule } from '../protocol/schedule.ts';
import type { SpawnWorker } from '../protocol/spawn-worker.ts';
import { isOfEmbedder } from './sentence-vectors.ts';
import type { LocalEngineOptions } from './engine-options.ts';

export interface EngineEmbeddingsOptions {
  /** What the person set, as `VAULT_LOOM_EMBEDDER` takes it; undefined for the default. Asked when the index is open. */
  setting: () => Promise<string | undefined>;
  env: Readonly<Record<string, string | undefined>>;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** The per-user folder for what the person sets by hand. */
  configFolder: string;
  /** The per-user data folder. */
  dataFolder: string;
  log: LocalEngineOptions['log'];
}

/** What an engine is given for embeddings: the embedder of the setting, made when it is asked for and not loaded before a text. */
export function engineEmbeddings({ setting, env, ...setup }: EngineEmbeddingsOptions): Pick<LocalEngineOptions, 'createEmbedder' | 'createFormerEmbedder' | 'learnTerms'> {
  const create = async (choice: string | undefined): Promise<EmbedderChoice | null> => {
    const { createEmbedder } = await import('../embeddings/create-embedder.ts');
    return createEmbedder({ ...setup, env, choice, threads: threadsOf(env['VAULT_LOOM_THREADS']) });
  };
  return {
    createEmbedder: async () => create(await setting()),
    createFormerEmbedder: async (identity) => {
      const choice = await create(settingFor(identity));
      if (choice === null || isOfEmbedder(identity, choice.embedder.identity)) return choice;
      await choice.embedder.close();
      return null;
    },
    learnTerms: async () => (await setting())?.trim().toLowerCase() !== 'none',
  };
}

/** Where a process keeps vectors of an embedder that is set for it alone, so that others' vectors are not made anew for it. */
export function ownVectorsFolder(vaultFolder: string, setting: string): string {
  return join(vaultFolder, 'vectors', setting.trim().toLowerCase().replace(/[^a-z0-9._-]+/g, '-'));
}

/** Cores that embedding may use at once: one, unless the person wants otherwise. */
function threadsOf(value: string | undefined): number {
  const threads = Number(value);
  return Number.isInteger(threads) && threads >= 1 ? Math.min(threads, MOST_THREADS) : 1;
}

const MOST_THREADS = 32;
