import type { Schedule } from '../../kit/time/schedule.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { ModelOverrides } from '../model/model-overrides.ts';
import type { ProfileMemory } from '../model/model-profile.ts';

/** What providers have to work with. */
export interface ProviderSetup {
  spawnWorker: SpawnWorker;
  schedule: Schedule;
  /** Cores that embedding may use; at least 1. */
  threads: number;
  env: Readonly<Record<string, string | undefined>>;
  /** The per-user folder for settings made by hand. */
  configFolder: string;
  /** The per-user folder for data that can be rebuilt; null to keep none. */
  dataFolder: string | null;
  /** Where the built-in model's file may be, in order of search; absolute. */
  modelFolders: readonly string[];
  overrides: ModelOverrides;
  memory: ProfileMemory;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}
