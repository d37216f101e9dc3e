import type { NoteIndex } from '../../index/note-index.ts';
import type { Address } from '../../markdown/parsed-note.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { AskedMeaning, MeaningHit } from '../../meaning/meaning.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { WHOLE } from '../../search/ranking/hybrid.ts';
import { matchOf, type Match } from '../../search/ranking/match.ts';
import type { FullTextHit, HeldWords } from '../../search/words/fulltext-types.ts';
import { addressedNotes, type AddressedNote } from './named/addressed-notes.ts';
import { hasAskedTags } from './named/asked-tags.ts';
import { notesCalled } from './named/notes-called.ts';
import { askedDay, notesOfDay, type AskedDay } from './named/notes-of-day.ts';
import { typedPath, type TypedPath } from './named/typed-path.ts';

/** A note or one of its chunks, as shown. */
export interface RankedHit {
  record: NoteRecord;
  /** The best matching one. */
  chunk: number;
  score: number;
  matchedBy: ('fulltext' | 'semantic')[];
  /** Where a link of the note leads, if that is what was found. */
  address?: Address;
}

/** Vectors that rank next to words. */
export type VectorKind = 'terms' | 'sentences' | 'short' | 'static';

/** The hits of a query, and how well they answer it. */
export interface Ranked {
  hits: RankedHit[];
  match: Match;
  /** Which vectors there were to rank by, next to words. */
  kinds?: readonly VectorKind[];
  /** The first hit of full text, if it has the whole query. */
  whole?: { record: NoteRecord; chunk: number };
}

export interface RankingRequest {
  query: string;
  limit: number;
  unique: 'notes' | 'chunks';
  /**
   * The query with its last word as a prefix. What it finds counts as found, too, after what the query itself finds.
   */
  openEnded?: string;
  /** Only these notes. */
  filter?: (record: NoteRecord) => boolean;
  /** Next to words, only these vectors. */
  kinds?: readonly VectorKind[];
}

/** A hit of full text. */
export type WordHit = MeaningHit &
  HeldWords &
  Pick<FullTextHit, 'inChunk' | 'verbatim' | 'inOnePlace' | 'inARow' | 'rowShare'> &
  Pick<RankedHit, 'address'>;

/** Full-text hits from which a query's language is guessed. */
export const AROUND_HITS = 5;

/** Ranks by full text; `score` is BM25. */
export function rankByWords(index: NoteIndex, request: RankingRequest): Ranked {
  const hits = wordHits(index, request, request.limit);
  return {
    hits: hits.map(byWords),
    match: matchOf(hits),
    ...wholeOf(hits[0]),
  };
}

/** A hit of words alone. */
export function byWords({ record, chunk, score, address }: WordHit): RankedHit {
  return { record, chunk, score, matchedBy: ['fulltext'], ...(address === undefined ? {} : { address }) };
}

/** Whether a hit has the whole query, its words next to each other: its parts anywhere in a note are not a code. */
export function isWholeInARow({ coverage, rowShare }: WordHit): boolean {
  return coverage >= WHOLE && rowShare === 1;
}

/** The first hit by words, if it has the whole query. */
export function wholeOf(first: WordHit | undefined): Pick<Ranked, 'whole'> {
  return first === undefined || first.coverage < WHOLE ? {} : { whole: { record: first.record, chunk: first.chunk } };
}

/**
 * Full-text hits, best first; ties by path, then chunk, as note numbers differ between hosts. Notes that are called as
 * the query, are at the path that it is, or have its tag, come before all others.
 */
export function wordHits(index: NoteIndex, request: RankingRequest, limit: number): WordHit[] {
  return withAddressed(hitsInText(index, request, limit), index, request).slice(0, limit);
}

/** Notes whose links lead to what the query is come after those that have it in their text, and before all others. */
function withAddressed(hits: WordHit[], index: NoteIndex, request: RankingRequest): WordHit[] {
  const whole = hits.filter(isWholeInARow);
  const addressed = addressedNotes(index, request, new Set(whole.map(({ record }) => record)));
  if (addressed.length === 0) return hits;
  const score = (whole.at(-1) ?? hits[0])?.score ?? 1;
  const isPlaced = new Set(whole);
  const records = new Set(addressed.map(({ record }) => record));
  const others = hits.filter((hit) => !isPlaced.has(hit) && !records.has(hit.record));
  return [...whole, ...addressed.map((note) => addressedHit(note, score)), ...others];
}

function addressedHit({ record, address }: AddressedNote, score: number): WordHit {
  const chunk = record.chunks.findLastIndex(({ startLine }) => startLine <= address.line);
  return { ...wholeHit(record, Math.max(0, chunk), score), address };
}

/** A hit that is what the query means, whether or not it has its words. */
function wholeHit(record: NoteRecord, chunk: number, score: number): WordHit {
  const whole = { coverage: 1, held: 1, inChunk: 0, inARow: 1, rowShare: 1, verbatim: null, inOnePlace: false };
  return { record, chunk, score, ...whole };
}

function hitsInText(index: NoteIndex, request: RankingRequest, limit: number): WordHit[] {
  const hits = scoredHits(index, request, limit);
  const placed = placedHits(hits, index, request, limit);
  if (placed.length > 0) return inFront(firstOfEach(placed), hits);
  const day = askedDay(request.query);
  const ofDay = day === null ? [] : dayHits(day, hits, index, request, limit);
  if (ofDay.length > 0) {
    const key = keyOf(request);
    const placedOnce = new Set(ofDay.map(key));
    return inFront(
      ofDay,
      hits.filter((hit) => !placedOnce.has(key(hit))),
    );
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

/** The hits of some notes, also of those that are not among the best. */
function withDeeper(
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

/** Puts some hits before the others, with a score that says so. */
function inFront(own: readonly WordHit[], hits: readonly WordHit[]): WordHit[] {
  const most = hits[0]?.score ?? 0;
  const isOwn = new Set(own);
  return [
    ...own.map((hit) => ({ ...hit, score: Math.max(hit.score, most) })),
    ...hits.filter((hit) => !isOwn.has(hit)),
  ];
}

function firstOfEach(hits: readonly WordHit[]): WordHit[] {
  const records = new Set<NoteRecord>();
  return hits.filter(({ record }) => !records.has(record) && records.add(record));
}

function scoredHits(index: NoteIndex, { query, unique, openEnded, filter }: RankingRequest, limit: number): WordHit[] {
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

/**
 * Share of the first hits that the sentence model reads. All notes count as one more hit: without hits, a query is
 * assumed to be in their language.
 */
export function shareRead(asked: AskedMeaning, hits: readonly MeaningHit[]): number {
  const first = hits.slice(0, AROUND_HITS);
  const read = first.filter(({ record }) => asked.reads(record)).length;
  return (read + asked.readableShare) / (first.length + 1);
}

/** The key of the row that a hit belongs to: its note or its chunk, as requested. */
export function keyOf({
  unique,
}: Pick<RankingRequest, 'unique'>): (hit: Pick<MeaningHit, 'record' | 'chunk'>) => string {
  return unique === 'chunks' ? ({ record, chunk }) => `${chunk} ${record.path}` : ({ record }) => record.path;
}

/** Orders keys by where their hits are. */
export function compareKeys(
  hitOf: (key: string) => Pick<MeaningHit, 'record' | 'chunk'> | undefined,
): (a: string, b: string) => number {
  return (a, b) => comparePlaces(hitOf(a), hitOf(b));
}

export function compareHits(a: MeaningHit, b: MeaningHit): number {
  return b.score - a.score || comparePlaces(a, b);
}

type Place = Pick<MeaningHit, 'record' | 'chunk'> | undefined;

function comparePlaces(a: Place, b: Place): number {
  return compareCodeUnits(a?.record.path ?? '', b?.record.path ?? '') || (a?.chunk ?? 0) - (b?.chunk ?? 0);
}
