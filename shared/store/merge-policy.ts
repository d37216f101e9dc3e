/** Segments that may accumulate before the newest are merged. */
const MOST_SEGMENTS = 12;
/** Ratio of dead to live rows at which everything is rewritten. */
const DEAD_SHARE = 0.5;
const DEAD_LEAST = 1_000;

export interface MergeCandidate {
  bytes: number;
  /** Rows in the segment, live and dead. */
  rows: number;
}

/**
 * Which segments to merge into one: a run at the end of the list, from the returned position on, or null for none. Only
 * a run of neighbours keeps its rows' order against the others. A segment joins the run when those after it have grown
 * as large as itself, so that each row is rewritten about as often as the index has doubled, and the cost of saving a change
 * does not grow with the vault.
 */
export function chooseMerge(segments: readonly MergeCandidate[], liveRows: number): number | null {
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  if (segments.length > 1 && rows - liveRows > Math.max(DEAD_LEAST, liveRows * DEAD_SHARE)) return 0;
  if (segments.length <= MOST_SEGMENTS) return null;
  let start = segments.length - 1;
  let after = segments[start]?.bytes ?? 0;
  for (let i = segments.length - 2; i >= 0; i--) {
    const bytes = segments[i]?.bytes ?? 0;
    if (bytes <= after * 2 || segments.length - i <= MOST_SEGMENTS / 2) start = i;
    else break;
    after += bytes;
  }
  return start;
}
