import type { Steps } from '../../../kit/work/slices.ts';
import type { Delta } from './delta.ts';
import { sortedByCodePoint } from './merge-sort.ts';
import { Postings } from './postings.ts';
import type { PostingsSource } from './postings.ts';
import type { Segment } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { RowOrigin } from './segment-writer.ts';

/** A new segment's bytes, and the row that each of its rows was taken from. */
export interface BuiltSegment {
  bytes: Uint8Array;
  origins: readonly RowOrigin[];
}

/** Postings copied between two pauses. */
const POSTINGS_A_STEP = 8_192;

/** Writes the live rows of a delta as a segment. */
export function* frozen(delta: Delta): Steps<BuiltSegment> {
  const { origins, kept, newRows } = liveRows([delta]);
  const writer = new SegmentWriter(origins);
  const postings = new Postings();
  let work = 0;
  for (const term of yield* sortedByCodePoint(delta.terms)) {
    delta.readRows(term, kept[0] as Uint8Array, postings);
    writer.addPostings(postings, newRows[0] as Int32Array);
    writer.endTerm(delta.terms[term] as string);
    work += 4 + postings.positionCount;
    if (work < POSTINGS_A_STEP) continue;
    work = 0;
    yield;
  }
  return { bytes: yield* writer.finish(), origins };
}

/** Writes the live rows of several segments as one. */
export function* merged(segments: readonly Segment[]): Steps<BuiltSegment> {
  const { origins, kept, newRows } = liveRows(segments);
  const writer = new SegmentWriter(origins);
  const postings = new Postings();
  const next = segments.map(() => 0);
  let work = 0;
  for (;;) {
    const term = smallest(segments, next);
    if (term === null) break;
    for (const [s, segment] of segments.entries()) {
      const ordinal = next[s] as number;
      if (ordinal >= segment.termCount || compareBytes(segment.termAt(ordinal), term) !== 0) continue;
      segment.readRows(ordinal, kept[s] as Uint8Array, postings);
      writer.addPostings(postings, newRows[s] as Int32Array);
      next[s] = ordinal + 1;
      work += postings.positionCount;
    }
    writer.endTerm(term);
    work += 8;
    if (work < POSTINGS_A_STEP) continue;
    work = 0;
    yield;
  }
  return { bytes: yield* writer.finish(), origins };
}

/** The rows to keep, as they are at this moment: the sources go on changing while the segment is written. */
function liveRows(sources: readonly PostingsSource[]): {
  origins: RowOrigin[];
  kept: Uint8Array[];
  newRows: Int32Array[];
} {
  const origins: RowOrigin[] = [];
  const newRows = sources.map((source) => {
    const rows = new Int32Array(source.rows);
    for (let row = 0; row < source.rows; row += 1) {
      if (source.alive[row] !== 1) continue;
      rows[row] = origins.length;
      origins.push({ source, row });
    }
    return rows;
  });
  return { origins, kept: sources.map((source) => source.alive.slice(0, source.rows)), newRows };
}

function smallest(segments: readonly Segment[], next: readonly number[]): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (const [s, segment] of segments.entries()) {
    const ordinal = next[s] as number;
    if (ordinal >= segment.termCount) continue;
    const term = segment.termAt(ordinal);
    if (found === null || compareBytes(term, found) < 0) found = term;
  }
  return found;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
