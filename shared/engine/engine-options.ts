import type { CreateEmbedder } from '../embeddings/embedder-choice.ts';
import type { Schedule } from '../kit/schedule.ts';
import type { YieldToLoop } from '../kit/slices.ts';
import type { SpawnWorker } from '../kit/spawn-worker.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { CreateFormerEmbedder } from '../meaning/embedding-options.ts';

/** What a `LocalEngine` is made of, and how it shares the process with others. */
export interface LocalEngineOptions {
  source: VaultSource;
  host: 'disk' | 'plugin';
  /** The per-user data folder. */
  dataFolder: string;
  /** Absolute path of the index folder, found when the engine starts. */
  indexFolder: () => Promise<string>;
  /** Whether this process may own what lies in this folder, asked again and again: what it may not, it reads and follows. It may, unless given. */
  mayOwn?: (folder: string) => boolean;
  /** Absolute path of the folder of vectors; one in the index folder unless given. */
  vectorsFolder?: () => Promise<string>;
  /** Makes the embedder that is wanted, when the index is open. Absent: embeddings are off. */
  createEmbedder?: CreateEmbedder;
  /** Makes one that was wanted before, to ask its vectors until those of the new one are complete. */
  createFormerEmbedder?: CreateFormerEmbedder;
  /** Whether vectors of terms (LSA) are wanted; they are unless given. */
  learnTerms?: () => Promise<boolean>;
  /** What a person should know about the embedder that is used; null where there is nothing to say. */
  embedderNote?: () => string | null;
  spawnWorker: SpawnWorker;
  yieldToLoop: YieldToLoop;
  /** Longest slice of work between two turns of the event loop. */
  sliceBudgetMs: number;
  /** In the app: timers that go on at full rate while the window is hidden. */
  schedule?: Schedule;
  /** Comes before the vault is looked at; until it is done every question but `status` waits. */
  beforeStart?: () => Promise<unknown>;
  /** Called at rest after many notes were indexed. */
  releaseMemory?: () => Promise<void>;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}
