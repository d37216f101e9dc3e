import type { CreateEmbedder } from '../embeddings/embedder-choice.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { YieldToLoop } from '../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { CreateFormerEmbedder } from '../meaning/embedding-options.ts';

/** What a `LocalEngine` is made from, and how it shares the process. */
export interface LocalEngineOptions {
  source: VaultSource;
  host: 'disk' | 'plugin';
  /** The app's language, such as `de`; English unless given. */
  language?: () => Promise<string>;
  /** The per-user data folder. */
  dataFolder: string;
  /** Absolute path of the index folder, found when the engine starts. */
  indexFolder: () => Promise<string>;
  /**
   * Whether this process may own what is in this folder, asked repeatedly; if not, it only reads and follows. Default:
   * it may.
   */
  mayOwn?: (folder: string) => boolean;
  /** Absolute path of the folder of vectors; one in the index folder unless given. */
  vectorsFolder?: () => Promise<string>;
  /** Creates the wanted embedder once the index is open. Absent: embeddings are off. */
  createEmbedder?: CreateEmbedder;
  /** Creates the previous embedder, to query its vectors until the new ones are complete. */
  createFormerEmbedder?: CreateFormerEmbedder;
  /** Whether vectors of terms (LSA) are wanted; they are unless given. */
  learnTerms?: () => Promise<boolean>;
  /** What a person should know about the embedder in use; null if nothing. */
  embedderNote?: () => string | null;
  spawnWorker: SpawnWorker;
  yieldToLoop: YieldToLoop;
  /** Longest slice of work between two turns of the event loop. */
  sliceBudgetMs: number;
  /** In the app: timers that keep running at full rate while the window is hidden. */
  schedule?: Schedule;
  /** How long saving the index may hold up closing, in milliseconds; 600 unless given. */
  saveOnCloseMs?: number;
  /** Runs before the vault is scanned; until it is done every query except `status` waits. */
  beforeStart?: () => Promise<unknown>;
  /** Called when idle after many notes were indexed. */
  releaseMemory?: () => Promise<void>;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}
