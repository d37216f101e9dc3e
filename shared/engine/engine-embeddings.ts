import { join } from 'node:path';
import {
  describeRefused,
  heedVaultsEmbedder,
  isEmbedderChosen,
  isSameEmbedder,
} from '../embeddings/chosen-embedders.ts';
import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import { parseEmbedderSetting, settingFor } from '../embeddings/embedder-setting.ts';
import { providerNamed } from '../embeddings/providers.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import { isOfEmbedder } from '../meaning/vectors/vector-identity.ts';
import type { LocalEngineOptions } from './engine-options.ts';

export interface EngineEmbeddingsOptions {
  /** The embedder from the environment, in the format of `VAULT_LOOM_EMBEDDER`: the person's own choice. */
  own?: string | undefined;
  /** Otherwise, the embedder from the vault's settings; undefined for the default. Called when the index is open. */
  setting: () => Promise<string | undefined>;
  /** The vault's folder in the per-user data folder, with the person's choices for this vault. */
  vaultFolder: string;
  env: Readonly<Record<string, string | undefined>>;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** The per-user folder for settings made by hand. */
  configFolder: string;
  /** The per-user data folder. */
  dataFolder: string;
  /** Where the built-in model's file may be, in order of search; absolute. */
  modelFolders: readonly string[];
  log: LocalEngineOptions['log'];
}

/** An engine's embedding options: the configured embedder, created on demand and not loaded before the first text. */
export function engineEmbeddings({
  own,
  setting,
  vaultFolder,
  env,
  ...setup
}: EngineEmbeddingsOptions): Pick<
  LocalEngineOptions,
  'createEmbedder' | 'createFormerEmbedder' | 'learnTerms' | 'embedderNote'
> {
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
      // Saved vectors are part of the vault and name an embedder, just like its settings.
      const former = settingFor(identity);
      if ((own === undefined || !isSameEmbedder(former, own)) && !(await isEmbedderChosen(former, vaultFolder)))
        return null;
      if (sendsText(former) && !sendsText(await heeded())) return null;
      const choice = await create(former);
      if (choice === null || isOfEmbedder(identity, choice.embedder.identity)) return choice;
      await choice.embedder.close();
      return null;
    },
    learnTerms: async () => (await heeded())?.trim().toLowerCase() !== 'none',
  };
}

/** Whether an embedder sends queries to a server, which ends once the person has chosen one that does not. */
function sendsText(setting: string | undefined): boolean {
  return providerNamed(parseEmbedderSetting(setting).provider)?.sendsText === true;
}

/** Where a process keeps vectors of an embedder set for it alone, so that it does not replace the vectors of others. */
export function ownVectorsFolder(vaultFolder: string, setting: string): string {
  return join(
    vaultFolder,
    'vectors',
    setting
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-'),
  );
}

/** Number of cores for embedding: one, unless the person sets another number. */
function threadsOf(value: string | undefined): number {
  const threads = Number(value);
  return Number.isInteger(threads) && threads >= 1 ? Math.min(threads, MOST_THREADS) : 1;
}

const MOST_THREADS = 32;
