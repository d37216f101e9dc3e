import type { NameTolerance } from '../notes/note-names.ts';
import type { ConnectionsResult, IndexProgress, LinkFacts, LinkSources, MovedFile, RefreshInput, RefreshResult } from '../protocol/engine-messages.ts';
import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import type { ListNotesInput, ListNotesOutput, NoteDetails, ReadNoteInput, SearchFound, SearchInput } from '../protocol/schemas/find.ts';
import type {
  DetectThemesInput,
  DetectThemesOutput,
  FindConnectionsInput,
  FindPathInput,
  FindPathOutput,
  RankNotesInput,
  RankNotesOutput,
} from '../protocol/schemas/graph.ts';
import type { IndexStatusOutput, ReindexInput, ReindexOutput } from '../protocol/schemas/maintenance.ts';

/**
 * What tools can ask. Every method takes and returns plain JSON, so that an engine may live in another process. Two
 * adapters: `LocalEngine` here, and the bridge's client of the plugin. Every method except `status` waits for the index
 * and throws `VaultLoomError`.
 */
export interface Engine {
  search(input: SearchInput): Promise<SearchFound>;
  listNotes(input: ListNotesInput): Promise<ListNotesOutput>;
  readNote(input: ReadNoteInput): Promise<NoteDetails>;
  connections(input: FindConnectionsInput): Promise<ConnectionsResult>;
  findPath(input: FindPathInput): Promise<FindPathOutput>;
  themes(input: DetectThemesInput): Promise<DetectThemesOutput>;
  rankNotes(input: RankNotesInput): Promise<RankNotesOutput>;
  reindex(input: ReindexInput): Promise<ReindexOutput>;
  /** Never waits. */
  status(): Promise<IndexStatusOutput>;
  /**
   * Reads files again, so that the next read of any kind sees them. Those in `later` are read after the answer; every later
   * query except `status` waits for that.
   */
  refresh(input: RefreshInput): Promise<RefreshResult>;
  /** The one note, or stub by its `_stub/…` path, that a name resolves to. Throws `note_not_found`, `ambiguous_note`. */
  resolve(input: { name: string; tolerance: NameTolerance }): Promise<NoteOrStubRef>;
  linkFacts(input: { path: string }): Promise<LinkFacts>;
  linkSources(input: { paths: string[] }): Promise<LinkSources>;
  /** Called before a tool writes: open editors with unsaved text are saved first. */
  prepareWrite(input: { paths: string[] }): Promise<{ prepared: true }>;
  /**
   * Called after a tool has written, or failed to: open editors then hold what it wrote. Takes a few seconds at
   * most, and needs no index.
   */
  afterWrite(input: { paths: string[]; moved?: MovedFile[] | undefined }): Promise<{ settled: true }>;
  /** Answers when the index is ready, or throws `index_not_ready` after `timeoutMs`. */
  whenReady(input: { timeoutMs: number }): Promise<{ ready: true }>;
}

/** What the process that owns an engine does with it besides asking. */
export interface EngineHost extends Engine {
  /** Opens the index, catches up with the vault, and keeps watching it. */
  start(): Promise<void>;
  /** Saves what is unsaved, releases the lock, stops every worker and watcher. Within 800 ms. */
  close(): Promise<void>;
  /** Called while the index is being built; returns a function that stops listening. */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
}
