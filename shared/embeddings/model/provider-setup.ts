import type { Schedule } from '../../kit/schedule.ts';
import type { SpawnWorker } from '../../kit/spawn-worker.ts';
import type { ModelOverrides } from './model-overrides.ts';
import type { ProfileMemory } from './model-profile.ts';

/** What the makers of embedders are given. */
export interface ProviderSetup {
  spawnWorker: SpawnWorker;
  schedule: Schedule;
  /** Cores that embedding may use; 1 at least. */
  threads: number;
  env: Readonly<Record<string, string | undefined>>;
  /** The per-user folder for settings made by hand. */
  configFolder: string;
  /** The per-user folder for data that can be rebuilt; null if nothing should be kept. */
  dataFolder: string | null;
  /** Where the built-in model's file may lie, in the order in which they are looked at; absolute. */
  modelFolders: readonly string[];
  overrides: ModelOverrides;
  memory: ProfileMemory;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}
