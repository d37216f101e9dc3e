import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { FullTextHit } from '../../search/words/fulltext-types.ts';
import { compareHits, type RankingRequest, type WordHit } from './ranked-hit.ts';

/** Full-text hits, best first; ties by path, then chunk. */
export function scoredHits(
  index: NoteIndex,
  { query, unique, openEnded, filter }: RankingRequest,
  limit: number,
): WordHit[] {
  const wanted = filter === undefined ? {} : { filter: isWanted(index, filter) };
  const options = { limit, order: index.comparePaths, ...wanted };
  const found: [FullTextHit, number][] =
    unique === 'chunks'
      ? index.fulltext.searchChunks(query, options).map((hit) => [hit, hit.chunkScore])
      : index.fulltext.search(query, options).map((hit) => [hit, hit.score]);
  if (openEnded !== undefined) addOpenEnded(found, index.fulltext.search(openEnded, options));
  return found
    .flatMap(([hit, score]) => {
      const record = index.noteById(hit.id);
      return record === undefined ? [] : wordHit(hit, record, score);
    })
    .sort(compareHits)
    .slice(0, limit);
}

/** Field by field: each search makes hundreds of these, and a copy without one takes ten times as long. */
function wordHit(hit: FullTextHit, record: NoteRecord, score: number): WordHit {
  const { chunk, inChunk, coverage, held, inARow, rowShare, verbatim, inOnePlace } = hit;
  return { record, chunk, score, inChunk, coverage, held, inARow, rowShare, verbatim, inOnePlace };
}

/** The hits of some notes, also of those that are not among the best. */
export function withDeeper(
  hits: readonly WordHit[],
  isOwn: (record: NoteRecord) => boolean,
  index: NoteIndex,
  request: RankingRequest,
  limit: number,
): WordHit[] {
  const found = hits.filter(({ record }) => isOwn(record));
  if (hits.length < limit) return found;
  const known = new Set(found.map(({ record }) => record));
  const { filter = () => true } = request;
  const only = { ...request, filter: (record: NoteRecord) => isOwn(record) && !known.has(record) && filter(record) };
  return [...found, ...scoredHits(index, only, limit).map((hit) => ({ ...hit, verbatim: null }))];
}

/** Whether the note with a number passes a filter. */
export function isWanted(index: NoteIndex, filter: (record: NoteRecord) => boolean): (id: number) => boolean {
  return (id) => {
    const record = index.noteById(id);
    return record !== undefined && filter(record);
  };
}

/**
 * A note that has the words themselves is found twice, and so comes before one that has longer ones. Where it has the
 * last word only as the beginning of one, the best chunk is the one with that as well.
 */
function addOpenEnded(found: [FullTextHit, number][], open: readonly FullTextHit[]): void {
  const places = new Map(found.map(([{ id }], place) => [id, place]));
  for (const hit of open) {
    const known = found[places.get(hit.id) ?? -1];
    if (known === undefined) {
      found.push([hit, hit.score]);
      continue;
    }
    known[1] += hit.score;
    if (hit.coverage > known[0].coverage || (hit.verbatim !== null && known[0].verbatim === null))
      known[0] = { ...known[0], chunk: hit.chunk, verbatim: hit.verbatim ?? known[0].verbatim };
  }
}
