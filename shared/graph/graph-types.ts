/** All links from `source` to `target`, as one edge. */
export interface GraphEdge {
  source: string;
  target: string;
  /** Number of links. */
  count: number;
}

/** The directed graph as flat arrays, for algorithms and workers. Node `i` is `keys[i]`. */
export interface CompactGraph {
  nodeCount: number;
  /** Compressed sparse rows: targets of node `i` are `targets[offsets[i] … offsets[i + 1])`. */
  offsets: Uint32Array;
  targets: Uint32Array;
  /** Link counts, parallel to `targets`. */
  weights: Float32Array;
}

export interface BetweennessResult {
  /** Normalised once to 0–1. */
  scores: Float64Array;
  /** Whether sources were sampled. */
  approximate: boolean;
}

/** Stands in {@link Communities.assignment} for a node without links. */
export const NO_COMMUNITY = 0xffff_ffff;

export interface Communities {
  /** Community by node number, 0-based, largest first; {@link NO_COMMUNITY} for a node without links. */
  assignment: Uint32Array;
  count: number;
  modularity: number;
}

/** A theme as saved, and as `detect_themes` returns it. */
export interface StoredCluster {
  /** Kept across runs while most members stay. */
  id: string;
  label: string;
  /** Paths, most central first, stubs (`_stub/…`) included. */
  members: string[];
}

export interface StoredThemes {
  resolution: number;
  modularity: number;
  clusters: StoredCluster[];
}

/** What a theme's label is made from. */
export interface ThemeNote {
  path: string;
  title: string;
  tags: readonly string[];
  headings: readonly string[];
}
