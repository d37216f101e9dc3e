import type { Steps } from '../../../kit/concurrency/slices.ts';
import type { Delta } from './delta.ts';
import { sortedByCodePoint } from './sort-terms.ts';
import { Postings } from './postings.ts';
import type { PostingsSource } from './postings.ts';
import type { Segment } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { RowOrigin } from './segment-writer.ts';

/** A new segment's bytes, and where each row comes from. */
export interface BuiltSegment {
  bytes: Uint8Array;
  origins: readonly RowOrigin[];
}

/** Postings copied between two pauses. */
const POSTINGS_A_STEP = 8_192;

/** Writes the live rows of a delta as a segment. */
export function* frozen(delta: Delta): Steps<BuiltSegment> {
  const origins: RowOrigin[] = [];
  const { kept, newRows } = takeLive(delta, origins);
  const writer = new SegmentWriter(origins);
  const postings = new Postings();
  let work = 0;
  for (const term of yield* sortedByCodePoint(delta.terms)) {
    delta.readRows(term, kept, postings);
    writer.addPostings(postings, newRows);
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
  const origins: RowOrigin[] = [];
  const parts = segments.map((segment): Part => ({ segment, ...takeLive(segment, origins), next: 0 }));
  const writer = new SegmentWriter(origins);
  const postings = new Postings();
  let work = 0;
  for (;;) {
    const term = smallest(parts);
    if (term === null) break;
    for (const part of parts) {
      const { segment, next } = part;
      if (next >= segment.termCount || compareBytes(segment.termAt(next), term) !== 0) continue;
      segment.readRows(next, part.kept, postings);
      writer.addPostings(postings, part.newRows);
      part.next = next + 1;
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

interface LiveRows {
  /** 1 for a row to keep. */
  kept: Uint8Array;
  /** Number of each such row in the new segment. */
  newRows: Int32Array;
}

interface Part extends LiveRows {
  segment: Segment;
  /** The next term to write. */
  next: number;
}

/** The rows to keep, as of now: the source goes on changing while the segment is written. Adds them to `origins`. */
function takeLive(source: PostingsSource, origins: RowOrigin[]): LiveRows {
  const newRows = new Int32Array(source.rows);
  for (let row = 0; row < source.rows; row += 1) {
    if (source.alive[row] !== 1) continue;
    newRows[row] = origins.length;
    origins.push({ source, row });
  }
  return { kept: source.alive.slice(0, source.rows), newRows };
}

function smallest(parts: readonly Part[]): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (const { segment, next } of parts) {
    if (next >= segment.termCount) continue;
    const term = segment.termAt(next);
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
