import type { NoteIndex } from '../../../index/note-index.ts';
import { isCanvasPath } from '../../../notes/canvas.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';
import { WHOLE } from '../../../search/ranking/hybrid.ts';
import {
  compareHits,
  firstOfEach,
  inFront,
  keyOf,
  wholeHit,
  type RankingRequest,
  type WordHit,
} from '../ranked-hit.ts';
import { scoredHits, withDeeper } from '../scored-hits.ts';
import { hasAskedTags } from './asked-tags.ts';
import { notesCalled } from './notes-called.ts';
import { askedDay, notesOfDay, type AskedDay } from './notes-of-day.ts';
import { typedPath, type TypedPath } from './typed-path.ts';

/**
 * Full-text hits, best first. Notes that are called as the query or by its day, are at the path that it is, or have its
 * tag, come before all others.
 */
export function hitsInText(index: NoteIndex, request: RankingRequest, limit: number): WordHit[] {
  const hits = scoredHits(index, request, limit);
  const placed = placedHits(hits, index, request, limit);
  if (placed.length > 0) return inFront(firstOfEach(placed), hits);
  const day = askedDay(request.query);
  const ofDay = day === null ? [] : dayHits(day, hits, index, request, limit);
  if (ofDay.length > 0) {
    const key = keyOf(request);
    const isOwn = new Set(ofDay.map(key));
    const others = hits.filter((hit) => !isOwn.has(key(hit)));
    return inFront(ofDay, others);
  }
  if (hits.length === 0) return hits;
  const hasTags = hasAskedTags(request.query);
  const own =
    hasTags === null
      ? firstOfEach(calledHits(hits, index, request, limit))
      : withDeeper(hits, hasTags, index, request, limit);
  return inFront(own, hits);
}

/** The hits of notes at a typed path, which need not have the names of their folders as words. */
function placedHits(hits: readonly WordHit[], index: NoteIndex, request: RankingRequest, limit: number): WordHit[] {
  const { query, openEnded, unique, filter = () => true } = request;
  const found = (path: TypedPath | null): WordHit[] =>
    path === null
      ? []
      : scoredHits(
          index,
          { query: path.name, limit, unique, filter: (record) => path.isAt(record.path) && filter(record) },
          limit,
        );
  // Looked up first: many queries have a slash that means no folder.
  const given = query.trim().replace(/^\//u, '');
  const isThere = isCanvasPath(given) || index.names.endingSo(given).length > 0;
  const exactly = isThere ? found(typedPath(query)) : [];
  const isUnfinished = openEnded !== undefined || query.endsWith('*');
  const placed = exactly.length > 0 || !isUnfinished ? exactly : found(typedPath(query, true));
  const known = new Map(hits.map((hit) => [keyOf(request)(hit), hit]));
  return placed.map((hit) => known.get(keyOf(request)(hit)) ?? { ...hit, verbatim: null }).sort(compareHits);
}

/** The hits of notes that are called by the day that is asked for and, if there are others, have words of the query. */
function dayHits(
  day: AskedDay,
  hits: readonly WordHit[],
  index: NoteIndex,
  request: RankingRequest,
  limit: number,
): WordHit[] {
  const { filter = () => true } = request;
  if (day.rest !== '') {
    const isOwn = (record: NoteRecord): boolean => day.isCalled(record) && filter(record);
    const found = scoredHits(index, { query: day.rest, unique: request.unique, limit, filter: isOwn }, limit);
    // Without its year, a day is often something else, as in `may 5 people`.
    return firstOfEach(found)
      .filter(({ coverage }) => day.hasYear || coverage >= WHOLE)
      .map((hit) => ({ ...hit, verbatim: null }));
  }
  const known = new Map(firstOfEach(hits).map((hit) => [hit.record, hit]));
  return notesOfDay(index, day)
    .filter(filter)
    .map((record) => {
      const hit = known.get(record);
      return hit !== undefined && hit.coverage >= WHOLE ? hit : wholeHit(record, 0, hit?.score ?? 0);
    });
}

function calledHits(hits: readonly WordHit[], index: NoteIndex, request: RankingRequest, limit: number): WordHit[] {
  // One of few letters is looked for as the beginning of a word alone.
  const called = new Set(notesCalled(index, request.query.replace(/\*$/u, '')));
  if (called.size === 0) return [];
  const found = hits.filter(({ record }) => called.has(record.path));
  const isFound = new Set(found.map(({ record }) => record.path)).size === called.size;
  return isFound ? found : withDeeper(hits, ({ path }) => called.has(path), index, request, limit);
}
