import type { NoteRef } from './schemas/common.ts';
import type { HopGroup, Subgraph } from './schemas/graph.ts';

/** Progress of indexing: `done` of `total` notes. */
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
  /** Notes that were read, and notes found to be gone; files that are not notes of the index do not count. */
  refreshed: number;
  /** Stubs that came or went with it. */
  stubsCreated: number;
  stubsPruned: number;
}

/** What depends on one note, for tools that create, move or delete it. */
export interface LinkFacts {
  /** Notes and canvases that link to it, hidden ones included, and their links. */
  inboundNotes: number;
  inboundLinks: number;
  /** Graph edges that start or end at it. */
  edges: number;
  /** Stubs that only this note links to. */
  orphanStubs: number;
}

/** What a move has to look at, because file names decide what links mean. */
export interface LinkSources {
  /** Every file of the vault by path, notes and attachments. */
  files: string[];
  /** Notes and canvases with links whose meaning may change when one of the given paths appears or disappears; hidden ones included. */
  sources: string[];
  /** Those of them that are hidden from assistants. */
  hidden: string[];
}

export interface ConnectionsResult {
  root: NoteRef;
  /** Set unless a subgraph was requested. */
  hops?: HopGroup[];
  subgraph?: Subgraph;
}
