import type { NoteIndex } from '../index/note-index.ts';
import type { LikeNotes } from '../meaning/like-notes.ts';
import type { Meaning } from '../meaning/meaning.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { FreshNotes } from './names/fresh-notes.ts';
import type { MapService } from './map/map-service.ts';
import type { RankService } from './rank-service.ts';
import type { ThemeService } from './theme-service.ts';

/** What an engine's questions are answered from. */
export interface AnswerParts {
  /** The index, once every note in it is as its file is. Throws `index_not_ready`. */
  ready(): Promise<NoteIndex>;
  /** The same, but for what a huge note holds that was changed a moment ago. */
  current(): Promise<NoteIndex>;
  /** The same as soon as notes are searchable: links may still be resolved. */
  searchable(): Promise<NoteIndex>;
  /** The index at this moment: {@link ready} or {@link current} comes first. */
  readonly index: NoteIndex;
  source: VaultSource;
  fresh: FreshNotes;
  ranks: RankService;
  themes: ThemeService;
  map: MapService;
  meaning: Meaning;
  likeNotes: LikeNotes;
  /** Resolves when saved vectors can be queried, or after this many milliseconds. */
  vectorsReady: (waitMs: number) => Promise<void>;
  /** Share of the text that can be found by meaning so far, 0 to 1; null if embeddings are off. */
  embedded: () => number | null;
  /** Reads the text of a chunk; empty if no longer available. */
  readChunk: (id: number, chunk: number) => Promise<string>;
}

/** Answers one question. A file of this folder has one, and the table of engine routes names it. */
export type Answer<Input, Output> = (parts: AnswerParts, input: Input) => Promise<Output>;

/** The node of the link graph that a name means, its links as they are in the file this moment. */
export async function keyOf({ fresh }: AnswerParts, name: string): Promise<string> {
  const { path, stub } = await fresh.find(name);
  return stub === undefined ? (await fresh.record(path)).path : stub.key;
}
