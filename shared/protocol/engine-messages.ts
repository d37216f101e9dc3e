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

export interface PrepareInput {
  paths: string[];
  /** The files are written next, not only read. */
  writing?: boolean | undefined;
  /** What was typed in other open notes is saved too: links to the files may be among it. */
  typed?: boolean | undefined;
}

export interface RefreshInput {
  paths: string[];
  later?: string[] | undefined;
}

export interface RefreshResult {
  /** Notes read or found to be gone; other files do not count. */
  refreshed: number;
  /** Stubs that appeared or went as a result. */
  stubsCreated: number;
  stubsPruned: number;
}

/** What depends on one note. */
export interface LinkFacts {
  /** Notes and canvases that link to it, including hidden ones, and the number of their links. */
  inboundNotes: number;
  inboundLinks: number;
  /** Graph edges that start or end at it. */
  edges: number;
  /** Stubs that only this note links to. */
  orphanStubs: number;
  /**
   * Links of other notes and canvases to parts of it, hidden ones left out, by path; at most {@link MOST_PART_LINKS}.
   */
  partLinks?: PartLink[];
}

export const MOST_PART_LINKS = 1_000;

/** A link to a heading or block. */
export interface PartLink {
  /** Of the note or canvas that has the link. */
  path: string;
  /** From the `#` on. */
  subpath: string;
}

/** What a move must check, because file names decide what links mean. */
export interface LinkSources {
  /** Every file of the vault, notes and attachments. */
  files: string[];
  /**
   * Notes and canvases, including hidden ones, with links whose meaning may change when one of the given paths appears
   * or disappears.
   */
  sources: string[];
  /** Those of them that are hidden from assistants. */
  hidden: string[];
}

export interface ConnectionsResult {
  root: NoteRef;
  /** Absent if a subgraph was requested. */
  hops?: HopGroup[];
  subgraph?: Subgraph;
}
