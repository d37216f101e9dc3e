import type { NoteRef } from './schemas/common.ts';
import type { HopGroup, Subgraph } from './schemas/graph.ts';

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
