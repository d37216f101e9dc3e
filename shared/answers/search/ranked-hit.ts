import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { Address } from '../../markdown/parsed-note.ts';
import type { MeaningHit } from '../../meaning/meaning.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { WHOLE } from '../../search/ranking/hybrid.ts';
import type { Match } from '../../search/ranking/match.ts';
import type { FullTextHit, HeldWords } from '../../search/words/fulltext-types.ts';

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

/** A hit that is what the query means, whether or not it has its words. */
export function wholeHit(record: NoteRecord, chunk: number, score: number): WordHit {
  const whole = { coverage: 1, held: 1, inChunk: 0, inARow: 1, rowShare: 1, verbatim: null, inOnePlace: false };
  return { record, chunk, score, ...whole };
}

/** The first hit of each note. */
export function firstOfEach(hits: readonly WordHit[]): WordHit[] {
  const records = new Set<NoteRecord>();
  return hits.filter(({ record }) => !records.has(record) && records.add(record));
}

/** Puts some hits before the others, with a score that says so. */
export function inFront(own: readonly WordHit[], hits: readonly WordHit[]): WordHit[] {
  const most = hits[0]?.score ?? 0;
  const isOwn = new Set(own);
  return [
    ...own.map((hit) => ({ ...hit, score: Math.max(hit.score, most) })),
    ...hits.filter((hit) => !isOwn.has(hit)),
  ];
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
