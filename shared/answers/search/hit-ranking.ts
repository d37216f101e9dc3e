import { hasQuotedWords } from '../../search/words/query.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { fuseRankings } from '../../search/ranking/fusion.ts';
import type { FullTextHit, HeldWords } from '../../search/words/fulltext-types.ts';
import {
  COVERAGE_HITS,
  HYBRID_DEPTH,
  HYBRID_K,
  keepFirst,
  weighRankings,
  WHOLE,
  type HybridEvidence,
  type HybridRanking,
  type HybridRole,
} from '../../search/ranking/hybrid.ts';
import { MATCH_ROWS, matchOf, type Match } from '../../search/ranking/match.ts';
import { READABLE } from '../../search/ranking/english-share.ts';
import { deeperHits } from './deeper-hits.ts';
import type { AskedMeaning, Meaning, MeaningHit, MeaningRanking } from '../../meaning/meaning.ts';
import type { NoteIndex } from '../../index/note-index.ts';

/** A note or one of its chunks, as shown. */
export interface RankedHit {
  record: NoteRecord;
  /** The best matching one. */
  chunk: number;
  score: number;
  matchedBy: ('fulltext' | 'semantic')[];
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

/** The hits of one ranking, and the share of the notes that it covers. */
interface RankedHits extends Omit<HybridRanking<string>, 'keys'> {
  hits: readonly MeaningHit[];
}

/** A hit of full text. */
type WordHit = MeaningHit & HeldWords;

/** How long a query waits for the model. A hybrid query waits less the fewer notes the model could find. */
const HYBRID_WAIT_MS = 1_500;
export const SEMANTIC_WAIT_MS = 10_000;
/** Full-text hits from which a query's language is guessed. */
const AROUND_HITS = 5;
/** Least cosine of the term vectors of a note without a sentence vector. */
const LEAST_TERMS = 0.3;

/** Ranks by full text; `score` is BM25. */
export function rankByWords(index: NoteIndex, request: RankingRequest): Ranked {
  const hits = wordHits(index, request, request.limit);
  return {
    hits: hits.map(({ record, chunk, score }) => ({ record, chunk, score, matchedBy: ['fulltext'] })),
    match: matchOf(hits),
    ...wholeOf(hits[0]),
  };
}

/**
 * Ranks by meaning: sentence vectors where the model can read the text, term vectors for the rest. `score` is a cosine;
 * `cause` says why there is nothing to rank by, `lacking` why the model had no part in it, though it has read the notes.
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
  return { hits: hits.map((hit) => ({ ...hit, matchedBy: ['semantic'] })), match, cause, lacking };
}

/** Fuses all rankings by reciprocal ranks, which give the `score`. `lacking` is as of {@link rankByMeaning}. */
export async function rankByBoth(
  index: NoteIndex,
  meaning: Meaning,
  request: RankingRequest,
): Promise<Ranked & { lacking: string | null }> {
  const asked = meaning.ask(request.query, request.filter);
  const words = wordHits(index, request, Math.max(HYBRID_DEPTH, request.limit));
  const readable = asked.readable(shareRead(asked, words));
  const isWanted = (kind: VectorKind): boolean =>
    (kind === 'terms' || readable > 0) && (request.kinds?.includes(kind) ?? true);
  const [sentences, terms, statics, short] = await Promise.all([
    isWanted('sentences') ? asked.sentences(HYBRID_WAIT_MS * asked.caughtUp) : null,
    isWanted('terms') ? asked.terms() : null,
    isWanted('static') ? asked.static(HYBRID_WAIT_MS) : null,
    isWanted('short') ? asked.short(HYBRID_WAIT_MS) : null,
  ]);
  const lists: RankedHits[] = [{ role: 'words', hits: words }];
  // Quoted words must occur: meaning may then reorder hits, but not add any.
  const found = hasQuotedWords(request.query) ? new Set(words.slice(0, HYBRID_DEPTH).map(keyOf(request))) : null;
  const add = (role: HybridRole, share: number, hits: MeaningHit[]): void => {
    lists.push({ role, share, hits: found === null ? hits : hits.filter((hit) => found.has(keyOf(request)(hit))) });
  };
  const kinds: VectorKind[] = [];
  // Single words stand in for passages that the encoder has read nothing of yet.
  const unread = 1 - Math.min(1, asked.caughtUp + (short?.share ?? 0));
  for (const [role, ranking, share, leadShare] of [
    ['terms', terms, 1, 1],
    ['sentences', sentences, asked.caughtUp, asked.caughtUp],
    ['short', short, short?.share ?? 0, short?.leadShare ?? 0],
    ['static', statics, (statics?.share ?? 0) * unread, statics?.leadShare ?? 0],
  ] as const) {
    if (ranking === null) continue;
    kinds.push(role);
    if (request.unique === 'chunks') add(role, share, ranking.chunks(HYBRID_DEPTH));
    else {
      add(role, share, ranking.notes(HYBRID_DEPTH, 'best-two'));
      add(`${role}-lead`, leadShare, ranking.notes(HYBRID_DEPTH, 'lead'));
    }
  }
  const first = words.slice(0, COVERAGE_HITS);
  const coverage = Math.max(0, ...first.map((hit) => hit.coverage));
  const held = Math.max(0, ...first.map((hit) => hit.held));
  const hits = fused(lists, { coverage, held, readable }, request, words[0]);
  const covered = new Map(words.map((hit) => [hit.record, hit.coverage]));
  const similar = new Map(
    (['short', 'sentences'] as const).flatMap((role) =>
      (lists.find((list) => list.role === role)?.hits ?? []).map((hit) => [keyOf(request)(hit), hit.score] as const),
    ),
  );
  const evidence = hits.map((hit) => ({
    coverage: covered.get(hit.record) ?? 0,
    similarity: similar.get(keyOf(request)(hit)) ?? 0,
  }));
  const match = words.length === 0 ? 'weak' : matchOf(evidence, asked.alike);
  const lacking = isWanted('sentences') && sentences === null && asked.caughtUp > 0 ? asked.error() : null;
  return { hits, match, kinds, lacking, ...wholeOf(words[0]) };
}

function wholeOf(first: WordHit | undefined): Pick<Ranked, 'whole'> {
  return first === undefined || first.coverage < WHOLE ? {} : { whole: { record: first.record, chunk: first.chunk } };
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

function fused(
  lists: readonly RankedHits[],
  evidence: HybridEvidence,
  request: RankingRequest,
  firstByWords: WordHit | undefined,
): RankedHit[] {
  const key = keyOf(request);
  const isQuoted = hasQuotedWords(request.query);
  const byKey = new Map<string, { hit: MeaningHit; share: number }>();
  const weighed = weighRankings(
    lists.map(({ hits, ...list }) => ({ ...list, keys: hits.map(key) })),
    evidence,
  );
  for (const [i, { weight }] of weighed.entries()) {
    for (const [rank, hit] of (lists[i]?.hits ?? []).slice(0, HYBRID_DEPTH).entries()) {
      // Show the chunk from the ranking that raised the note most, but the one with the quoted words if there are any.
      const share = isQuoted && lists[i]?.role === 'words' ? Infinity : weight / (HYBRID_K + rank + 1);
      if (share > (byKey.get(key(hit))?.share ?? -1)) byKey.set(key(hit), { hit, share });
    }
  }
  const compare = compareKeys((own) => byKey.get(own)?.hit);
  const first = firstByWords === undefined ? null : { ...firstByWords, key: key(firstByWords) };
  const items = keepFirst(fuseRankings(weighed, { k: HYBRID_K, limit: Infinity, compare }), first);
  const hits = items.slice(0, request.limit).flatMap((item): RankedHit[] => {
    const hit = byKey.get(item.key)?.hit;
    if (hit === undefined) return [];
    const matchedBy = (['fulltext', 'semantic'] as const).filter((name) => item.matchedBy.includes(name));
    return [{ record: hit.record, chunk: hit.chunk, score: item.score, matchedBy }];
  });
  // Only full text has hits deeper than that.
  const deeper = deeperHits([lists[0]?.hits ?? []], key, new Set(items.map((item) => item.key)));
  const score = items.at(-1)?.score ?? 0;
  for (const { record, chunk } of deeper.slice(0, Math.max(0, request.limit - hits.length)))
    hits.push({ record, chunk, score, matchedBy: ['fulltext'] });
  return hits;
}

/** Full-text hits, best first; ties by path, then chunk, as note numbers differ between hosts. */
function wordHits(index: NoteIndex, { query, unique, openEnded, filter }: RankingRequest, limit: number): WordHit[] {
  const isWanted = (id: number): boolean => {
    const record = index.noteById(id);
    return record !== undefined && filter?.(record) === true;
  };
  const options = { limit, order: index.comparePaths, ...(filter === undefined ? {} : { filter: isWanted }) };
  const found: [FullTextHit, number][] =
    unique === 'chunks'
      ? index.fulltext.searchChunks(query, options).map((hit) => [hit, hit.chunkScore])
      : index.fulltext.search(query, options).map((hit) => [hit, hit.score]);
  if (openEnded !== undefined) addOpenEnded(found, index.fulltext.search(openEnded, options));
  return found
    .flatMap(([{ id, chunk, coverage, held }, score]) => {
      const record = index.noteById(id);
      return record === undefined ? [] : { record, chunk, score, coverage, held };
    })
    .sort(compareHits)
    .slice(0, limit);
}

/** A note that has the words themselves is found twice, and so comes before one that has longer ones. */
function addOpenEnded(found: [FullTextHit, number][], open: readonly FullTextHit[]): void {
  const places = new Map(found.map(([{ id }], place) => [id, place]));
  for (const hit of open) {
    const known = found[places.get(hit.id) ?? -1];
    if (known === undefined) found.push([hit, hit.score]);
    else known[1] += hit.score;
  }
}

/**
 * Share of the first hits that the sentence model reads. All notes count as one more hit: without hits, a query is
 * assumed to be in their language.
 */
function shareRead(asked: AskedMeaning, hits: readonly MeaningHit[]): number {
  const first = hits.slice(0, AROUND_HITS);
  const read = first.filter(({ record }) => asked.reads(record)).length;
  return (read + asked.readableShare) / (first.length + 1);
}

/** Of several hits of one row the nearest, best first. */
function nearest(hits: readonly MeaningHit[], key: (hit: MeaningHit) => string): MeaningHit[] {
  const rows = new Map<string, MeaningHit>();
  for (const hit of [...hits].sort(compareHits)) if (!rows.has(key(hit))) rows.set(key(hit), hit);
  return [...rows.values()];
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

function compareHits(a: MeaningHit, b: MeaningHit): number {
  return b.score - a.score || comparePlaces(a, b);
}

type Place = Pick<MeaningHit, 'record' | 'chunk'> | undefined;

function comparePlaces(a: Place, b: Place): number {
  return compareCodeUnits(a?.record.path ?? '', b?.record.path ?? '') || (a?.chunk ?? 0) - (b?.chunk ?? 0);
}
