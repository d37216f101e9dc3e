import type { NoteIndex } from '../index/note-index.ts';
import type { LikeNotes } from '../meaning/like-notes.ts';
import type { Meaning } from '../meaning/meaning.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { FreshNotes } from './names/fresh-notes.ts';
import type { NearCopies } from './copies/near-copies.ts';
import type { MapService } from './map/map-service.ts';
import type { RankService } from './rank-service.ts';
import type { ThemeService } from './themes/theme-service.ts';

/** What questions are answered from. */
export interface AnswerParts {
  /**
   * The index, once it is in step with every file.
   * @throws VaultLoomError `index_not_ready`
   */
  ready(): Promise<NoteIndex>;
  /** The same, except for huge notes changed a moment ago. */
  current(): Promise<NoteIndex>;
  /** The same as soon as notes are searchable: links may still be resolved. */
  searchable(): Promise<NoteIndex>;
  /**
   * What has been read so far, while notes are still being read; after that `reading` is null, and the index is that of
   * {@link searchable}.
   */
  soFar(): Promise<{ index: NoteIndex; reading: IndexProgress | null }>;
  /** The index now; await {@link ready} or {@link current} first. */
  readonly index: NoteIndex;
  source: VaultSource;
  /** The app's language, such as `de`. */
  language: () => Promise<string>;
  fresh: FreshNotes;
  ranks: RankService;
  themes: ThemeService;
  map: MapService;
  meaning: Meaning;
  likeNotes: LikeNotes;
  copies: NearCopies;
  /** Resolves when saved vectors can be queried, or after this many milliseconds. */
  vectorsReady: (waitMs: number) => Promise<void>;
  /** Share of the text that can be found by meaning so far, 0 to 1; null if embeddings are off. */
  embedded: () => number | null;
  /** Reads the text of a chunk; empty if no longer available. */
  readChunk: (id: number, chunk: number) => Promise<string>;
  /** For work that may take longer than a few milliseconds. */
  slicer: Slicer;
}

/** Answers one question. Each has a file in this folder, named in the table of engine routes. */
export type Answer<Input, Output> = (parts: AnswerParts, input: Input) => Promise<Output>;

/** The link graph's node for a name, with the links that its file has now. */
export async function keyOf({ fresh }: AnswerParts, name: string): Promise<string> {
  const { path, stub } = await fresh.find(name);
  return stub === undefined ? (await fresh.record(path)).path : stub.key;
}
