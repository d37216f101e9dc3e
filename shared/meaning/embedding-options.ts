import type { CreateEmbedder } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import type { VectorIdentity } from '../search/vectors/vector-types.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { ReadTexts } from './vectors/term-vectors.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';

export interface EmbeddingServiceOptions {
  /** The index now. */
  index: () => NoteIndex;
  readTexts: ReadTexts;
  /** If absent, embeddings are off. */
  createEmbedder?: CreateEmbedder;
  /** The embedder of older vectors; null if no longer available. */
  createFormerEmbedder?: CreateFormerEmbedder;
  /** Whether to learn vectors of terms; the default is yes. */
  learnTerms?: () => Promise<boolean>;
  /** Where the vectors are stored. */
  folder: () => Promise<string>;
  dataFolder: string;
  /** See `LocalEngineOptions.mayOwn`. */
  mayOwn?: (folder: string) => boolean;
  slicer: Slicer;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** Called when idle after much embedding, once the model is released. */
  releaseMemory?: () => Promise<void>;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}

export type CreateFormerEmbedder = (
  identity: VectorIdentity,
) => Promise<{ embedder: Embedder; readsEnglishOnly: boolean } | null>;

/** Vectors that can be queried, and the maker of query vectors. */
export interface AskableVectors {
  set: VectorSet;
  embedder: Embedder;
  readsEnglishOnly: boolean;
}

/** Vectors of some of the texts. */
export interface QuickVectors extends AskableVectors {
  /** Share of the texts, 0 to 1. */
  share: number;
  /** The same of the first passages of notes. */
  leadShare: number;
}
