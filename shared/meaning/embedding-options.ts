import type { CreateEmbedder } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { Schedule } from '../kit/schedule.ts';
import type { Slicer } from '../kit/slices.ts';
import type { SpawnWorker } from '../kit/spawn-worker.ts';
import type { VectorIdentity } from '../search/vectors/vector-types.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { ReadTexts } from './vectors/term-vectors.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';

export interface EmbeddingServiceOptions {
  /** The index as it is now. */
  index: () => NoteIndex;
  readTexts: ReadTexts;
  /** Absent: embeddings are off. */
  createEmbedder?: CreateEmbedder;
  /** An embedder to ask vectors that were made before the embedder changed; null where it cannot be had any more. */
  createFormerEmbedder?: CreateFormerEmbedder;
  /** Whether vectors of terms are wanted; they are unless given. */
  learnTerms?: () => Promise<boolean>;
  /** Where the vectors lie. */
  folder: () => Promise<string>;
  dataFolder: string;
  /** See `LocalEngineOptions.mayOwn`. */
  mayOwn?: (folder: string) => boolean;
  slicer: Slicer;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** Called at rest, once the model has been let go of, after many texts were embedded. */
  releaseMemory?: () => Promise<void>;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}

export type CreateFormerEmbedder = (identity: VectorIdentity) => Promise<{ embedder: Embedder; readsEnglishOnly: boolean } | null>;

/** Vectors that can be asked, with what makes the vector of a question. */
export interface AskableVectors {
  set: VectorSet;
  embedder: Embedder;
  readsEnglishOnly: boolean;
}
