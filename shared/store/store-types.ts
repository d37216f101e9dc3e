/** One immutable file of the index: named sections of bytes behind a checksummed header. */
export interface SegmentInfo {
  /** Unique in the index, also across processes. */
  key: string;
  /** Name of the kind of data, chosen by the writer (`notes` for a segment of notes, later `vectors`). */
  kind: string;
  /** Bytes of the file. */
  bytes: number;
  /** Small facts the writer wants without opening the file. */
  meta: Record<string, unknown>;
}

/** A segment opened for reading. Its file may be unlinked meanwhile (after a merge): reading continues until `close`. */
export interface SegmentReader {
  readonly info: SegmentInfo;
  /** A whole section, its checksum verified. Throws if it is torn or absent. */
  section(name: string): Promise<Uint8Array>;
  /** Some bytes of a section, not verified (the caller's own format must notice). */
  range(name: string, offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Manifest {
  /** Layout version of the whole index; another one means a rebuild. */
  format: number;
  /** Counts the switches. */
  generation: number;
  /** Oldest first: later ones override earlier ones. */
  segments: SegmentInfo[];
  /** Small JSON state that belongs to the index as a whole (next note number, last resolution, …). */
  state: Record<string, unknown>;
}

export interface Commit {
  /** Segments whose files were written with `writeSegment`; except for merged ones, they follow the kept ones, in this order. */
  add: SegmentInfo[];
  /**
   * Keys to remove. A merged segment takes the place of the first one it replaces: the first segment of a kind in
   * `add` takes the place of the first of that kind in `remove`.
   */
  remove: string[];
  state: Record<string, unknown>;
}
