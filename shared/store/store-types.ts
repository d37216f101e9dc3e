/** An immutable file of the index: named sections of bytes behind a checksummed header. */
export interface SegmentInfo {
  /** Unique, also across processes. */
  key: string;
  /** The kind of data, named by its writer (`notes`, `vectors`, …). */
  kind: string;
  /** Size of the file in bytes. */
  bytes: number;
  /** Small facts to have without opening the file. */
  meta: Record<string, unknown>;
}

/** A segment opened for reading. It can be read until `close`, even if its file has been unlinked (after a merge). */
export interface SegmentReader {
  readonly info: SegmentInfo;
  /** The names of its sections, in the order they are stored. */
  readonly sections: readonly string[];
  /**
   * A whole section, verified by its checksum.
   * @throws VaultLoomError `internal` if it is torn or absent
   */
  section(name: string): Promise<Uint8Array>;
  /** Some bytes of a section, not verified: the caller's own format must notice damage. */
  range(name: string, offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Manifest {
  /** Layout version of the whole index; a different one means a rebuild. */
  format: number;
  /** Grows with every commit. */
  generation: number;
  /** Oldest first: later ones override earlier ones. */
  segments: SegmentInfo[];
  /** Small JSON state of the index as a whole (next note number, last resolution, …). */
  state: Record<string, unknown>;
}

export interface Commit {
  /** Segments written with `writeSegment`. Except for merged ones, they follow the kept ones, in this order. */
  add: SegmentInfo[];
  /**
   * Keys to remove. For each kind, the first segment of `add` takes the place of the first of `remove`, as a merge
   * does.
   */
  remove: string[];
  state: Record<string, unknown>;
}
