import type { NoteIndex } from '../../index/note-index.ts';
import type { AskedMeaning, MeaningHit } from '../../meaning/meaning.ts';
import { matchOf } from '../../search/ranking/match.ts';
import { addressedNotes, type AddressedNote } from './named/addressed-notes.ts';
import { hitsInText } from './named/hits-in-text.ts';
import {
  byWords,
  isWholeInARow,
  wholeHit,
  wholeOf,
  type Ranked,
  type RankingRequest,
  type WordHit,
} from './ranked-hit.ts';

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

/**
 * Share of the first hits that the sentence model reads. All notes count as one more hit: without hits, a query is
 * assumed to be in their language.
 */
export function shareRead(asked: AskedMeaning, hits: readonly MeaningHit[]): number {
  const first = hits.slice(0, AROUND_HITS);
  const read = first.filter(({ record }) => asked.reads(record)).length;
  return (read + asked.readableShare) / (first.length + 1);
}
