import type { NoteIndex } from '../../index/note-index.ts';
import type { Meaning, MeaningHit, MeaningRanking } from '../../meaning/meaning.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { READABLE } from '../../search/ranking/english-share.ts';
import { MATCH_ROWS, matchOf } from '../../search/ranking/match.ts';
import { AROUND_HITS, shareRead, wordHits } from './hit-ranking.ts';
import { compareHits, keyOf, type Ranked, type RankingRequest } from './ranked-hit.ts';

/** How long a query waits for the model. */
export const SEMANTIC_WAIT_MS = 10_000;
/** Least cosine of the term vectors of a note without a sentence vector. */
const LEAST_TERMS = 0.3;

/**
 * Ranks by meaning: sentence vectors where the model can read the text, term vectors for the rest. `score` is a cosine;
 * `cause` says why there is nothing to rank by, `lacking` why the model had no part in it, though it has read notes or
 * has failed.
 * @param waitMs how long to wait for the model
 */
export async function rankByMeaning(
  index: NoteIndex,
  meaning: Meaning,
  request: RankingRequest,
  waitMs = SEMANTIC_WAIT_MS,
): Promise<Ranked & { cause: string | null; lacking: string | null }> {
  const asked = meaning.ask(request.query, request.filter);
  const words = wordHits(index, request, AROUND_HITS);
  const around = shareRead(asked, words);
  const isReadable = asked.readable(around) >= READABLE;
  const [sentences, short] = await Promise.all([
    isReadable ? asked.sentences(waitMs) : null,
    isReadable ? asked.short(waitMs) : null,
  ]);
  const isNearer = sentences !== null || short !== null;
  // Left out before the list is cut: otherwise the rest would depend on how many rows are wanted.
  const isLeft = (record: NoteRecord): boolean =>
    !asked.holds(record) && !(short !== null && asked.holdsBeginning(record));
  const terms = await (isNearer ? asked.terms(isLeft) : asked.terms(undefined, SEMANTIC_WAIT_MS));
  if (!isNearer && terms === null) return { hits: [], match: 'weak', cause: asked.lack(isReadable), lacking: null };
  const rank = (ranking: MeaningRanking | null): MeaningHit[] => {
    if (ranking === null) return [];
    return request.unique === 'chunks' ? ranking.chunks(request.limit) : ranking.notes(request.limit, 'best');
  };
  const bySentences = nearest([...rank(sentences), ...rank(short)], keyOf(request));
  const byTerms = rank(terms).filter(({ score }) => !isNearer || score >= LEAST_TERMS);
  const hits = [...bySentences, ...byTerms].sort(compareHits).slice(0, request.limit);
  // If the model was not asked, finding nothing by terms says nothing about the notes.
  const cause = hits.length === 0 && !isNearer ? asked.error() : null;
  const match = words.length === 0 ? 'weak' : matchOf(coveredHits(index, request, hits, bySentences), asked.alike);
  const lacking = isReadable && sentences === null && asked.caughtUp > 0 ? asked.error() : null;
  const failure = isNearer ? null : asked.failure(isReadable);
  return { hits: hits.map((hit) => ({ ...hit, matchedBy: ['semantic'] })), match, cause, lacking: lacking ?? failure };
}

/** How many of the query's words each of the first hits by meaning contains, and its similarity. */
function coveredHits(
  index: NoteIndex,
  request: RankingRequest,
  hits: readonly MeaningHit[],
  bySentences: readonly MeaningHit[],
): { coverage: number; similarity: number }[] {
  const first = hits.slice(0, MATCH_ROWS);
  const paths = new Set(first.map(({ record }) => record.path));
  const words = wordHits(index, { ...request, unique: 'notes', filter: ({ path }) => paths.has(path) }, paths.size);
  const covered = new Map(words.map((hit) => [hit.record.path, hit.coverage]));
  const similar = new Map(bySentences.slice(0, MATCH_ROWS).map((hit) => [hit.record.path, hit.score]));
  return first.map(({ record: { path } }) => ({
    coverage: covered.get(path) ?? 0,
    similarity: similar.get(path) ?? 0,
  }));
}

/** Of several hits of one row the nearest, best first. */
function nearest(hits: readonly MeaningHit[], key: (hit: MeaningHit) => string): MeaningHit[] {
  const rows = new Map<string, MeaningHit>();
  for (const hit of [...hits].sort(compareHits)) if (!rows.has(key(hit))) rows.set(key(hit), hit);
  return [...rows.values()];
}
