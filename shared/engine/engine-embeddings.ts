import { join } from 'node:path';
import { describeRefused, heedVaultsEmbedder, isEmbedderChosen, isSameEmbedder } from '../embeddings/chosen-embedders.ts';
import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import { settingFor } from '../embeddings/embedder-setting.ts';
import type { Schedule } from '../kit/schedule.ts';
import type { SpawnWorker } from '../kit/spawn-worker.ts';
import { isOfEmbedder } from '../meaning/vectors/sentence-vectors.ts';
import type { LocalEngineOptions } from './engine-options.ts';

export interface EngineEmbeddingsOptions {
  /** What the environment names, as `VAULT_LOOM_EMBEDDER` takes it: the person's own word. */
  own?: string | undefined;
  /** What the vault's settings name, where there is nothing of that; undefined for the default. Asked when the index is open. */
  setting: () => Promise<string | undefined>;
  /** The vault's folder of the per-user data folder: what the person chose for it lies there. */
  vaultFolder: string;
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
export function engineEmbeddings({ own, setting, vaultFolder, env, ...setup }: EngineEmbeddingsOptions): Pick<LocalEngineOptions, 'createEmbedder' | 'createFormerEmbedder' | 'learnTerms' | 'embedderNote'> {
  let refused: string | undefined;
  const create = async (choice: string | undefined): Promise<EmbedderChoice | null> => {
    const { createEmbedder } = await import('../embeddings/create-embedder.ts');
    return createEmbedder({ ...setup, env, choice, threads: threadsOf(env['VAULT_LOOM_THREADS']) });
  };
  const heeded = async (): Promise<string | undefined> => {
    if (own !== undefined) return own;
    const found = await heedVaultsEmbedder(await setting(), vaultFolder);
    refused = found.refused;
    return found.setting;
  };
  return {
    embedderNote: () => (refused === undefined ? null : describeRefused(refused)),
    createEmbedder: async () => create(await heeded()),
    createFormerEmbedder: async (identity) => {
      // The saved vectors lie in the vault, and name an embedder like its settings do.
      const former = settingFor(identity);
      if ((own === undefined || !isSameEmbedder(former, own)) && !(await isEmbedderChosen(former, vaultFolder))) return null;
      const choice = await create(former);
      if (choice === null || isOfEmbedder(identity, choice.embedder.identity)) return choice;
      await choice.embedder.close();
      return null;
    },
    learnTerms: async () => (await heeded())?.trim().toLowerCase() !== 'none',
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
