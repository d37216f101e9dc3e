/** Segments that may accumulate before the newest are merged. */
const MOST_SEGMENTS = 12;
/** Ratio of dead to live rows above which everything is rewritten. */
const DEAD_SHARE = 0.5;
const DEAD_LEAST = 1_000;

export interface MergeCandidate {
  bytes: number;
  /** Rows in the segment, live and dead. */
  rows: number;
}

/**
 * Which segments to merge into one: those from the returned position to the end of the list, or null for none. Only
 * neighbours can merge, or rows would change their order. A segment joins once those after it have grown as large as
 * itself, so that a row is rewritten only about as often as the index doubles.
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
