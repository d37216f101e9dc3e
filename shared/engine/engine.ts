import type { NameTolerance } from '../notes/note-names.ts';
import type { NoteOrStubRef, NoteRef } from '../protocol/schemas/common.ts';
import type { ListNotesInput, ListNotesOutput, NoteDetails, ReadNoteInput, SearchFound, SearchInput } from '../protocol/schemas/find.ts';
import type {
  DetectThemesInput,
  DetectThemesOutput,
  FindConnectionsInput,
  FindPathInput,
  FindPathOutput,
  HopGroup,
  RankNotesInput,
  RankNotesOutput,
  Subgraph,
} from '../protocol/schemas/graph.ts';
import type { IndexStatusOutput, ReindexInput, ReindexOutput } from '../protocol/schemas/maintenance.ts';

/** How far indexing has come; `done` of `total` notes. */
export interface IndexProgress {
  done: number;
  total: number;
}

export interface MovedFile {
  from: string;
  to: string;
}

export interface RefreshInput {
  paths: string[];
  later?: string[] | undefined;
}

export interface RefreshResult {
  /** Notes that were read, and those found to be gone; what is no note of the index does not count. */
  refreshed: number;
  /** Stubs that came and went by it. */
  stubsCreated: number;
  stubsPruned: number;
}

/** What hangs on one note, for tools that create, move or delete it. */
export interface LinkFacts {
  /** Notes and canvases that link to it, hidden ones included, and their links. */
  inboundNotes: number;
  inboundLinks: number;
  /** Edges of the graph that it is an end of. */
  edges: number;
  /** Stubs that only this note links to. */
  orphanStubs: number;
}

/** What a move has to look at: file names decide what links mean. */
export interface LinkSources {
  /** Every file of the vault by path, notes and attachments. */
  files: string[];
  /** Notes and canvases with links that may mean something else when one of the asked paths comes or goes; hidden ones included. */
  sources: string[];
  /** Those of them that are hidden from assistants. */
  hidden: string[];
}

export interface ConnectionsResult {
  root: NoteRef;
  /** Set unless a subgraph was asked for. */
  hops?: HopGroup[];
  subgraph?: Subgraph;
}

/**
 * What tools ask for. Every method takes and returns plain JSON, so that an engine may live in another process. Two
 * adapters: `LocalEngine` here, and the bridge's client of the plugin. Every method but `status` waits for the index
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
   * Reads files anew, so that the next read of any kind sees them. Those of `later` are read after the answer: every later
   * question but `status` waits for that.
   */
  refresh(input: RefreshInput): Promise<RefreshResult>;
  /** The one note, or stub by its `_stub/…` path, that a name means. Throws `note_not_found`, `ambiguous_note`. */
  resolve(input: { name: string; tolerance: NameTolerance }): Promise<NoteOrStubRef>;
  linkFacts(input: { path: string }): Promise<LinkFacts>;
  linkSources(input: { paths: string[] }): Promise<LinkSources>;
  /** Comes before a tool writes: open editors with unsaved text are saved first, where there are any. */
  prepareWrite(input: { paths: string[] }): Promise<{ prepared: true }>;
  /**
   * Comes after a tool has written, or has failed to: open editors hold what it wrote, where there are any. Takes a few seconds at
   * most, and needs no index.
   */
  afterWrite(input: { paths: string[]; moved?: MovedFile[] | undefined }): Promise<{ settled: true }>;
  /** Answers when the index is ready, or throws `index_not_ready` after `timeoutMs`. */
  whenReady(input: { timeoutMs: number }): Promise<{ ready: true }>;
}

/** What a process that owns an engine does with it, beside asking. */
export interface EngineHost extends Engine {
  /** Opens the index, catches up with the vault, and goes on watching it. */
  start(): Promise<void>;
  /** Saves what is unsaved, releases the lock, stops every worker and watcher. Within 800 ms. */
  close(): Promise<void>;
  /** Called while the index is being built; returns the way to stop listening. */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
}
