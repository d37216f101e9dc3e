import type { NoteIndex } from '../../index/note-index.ts';
import type { Meaning, MeaningHit } from '../../meaning/meaning.ts';
import { fuseRankings } from '../../search/ranking/fusion.ts';
import {
  COVERAGE_HITS,
  HYBRID_DEPTH,
  HYBRID_K,
  weighRankings,
  type HybridEvidence,
  type HybridRanking,
  type HybridRole,
} from '../../search/ranking/hybrid.ts';
import { isTogether, keepByWords } from '../../search/ranking/kept-by-words.ts';
import { matchOf } from '../../search/ranking/match.ts';
import { hasNameOf } from '../../search/words/names-in-query.ts';
import { hasQuotedWords } from '../../search/words/query.ts';
import { deeperHits } from './deeper-hits.ts';
import { shareRead, wordHits } from './hit-ranking.ts';
import {
  byWords,
  compareKeys,
  keyOf,
  wholeOf,
  type Ranked,
  type RankedHit,
  type RankingRequest,
  type VectorKind,
  type WordHit,
} from './ranked-hit.ts';
import { codedHits, headedHits, namedHit, namesOf } from './named/named-hit.ts';

/** The hits of one ranking, and the share of the notes that it covers. */
interface RankedHits extends Omit<HybridRanking<string>, 'keys'> {
  hits: readonly MeaningHit[];
}

/** How long a query waits for the model: less, the fewer notes the model could find. */
const HYBRID_WAIT_MS = 1_500;

/**
 * Fuses all rankings by reciprocal ranks, which give the `score`. `lacking` says why the model had no part in it,
 * though it has read notes.
 */
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
  const headed = headedHits(request.query, words);
  const named = namedHit(request.query, words, headed);
  const coded = codedHits(index, request, words);
  const hits = fused(lists, { coverage, held, readable, together: isTogether(words[0]) }, request, {
    words,
    named,
    coded,
    headed,
  });
  const covered = new Map(words.map((hit) => [hit.record, hit.coverage]));
  for (const hit of coded) covered.set(hit.record, hit.coverage);
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

interface WordRanking {
  words: readonly WordHit[];
  named: ReturnType<typeof namedHit>;
  coded: readonly WordHit[];
  headed: readonly WordHit[];
}

function fused(
  lists: readonly RankedHits[],
  evidence: HybridEvidence,
  request: RankingRequest,
  { words, named, coded, headed }: WordRanking,
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
  const ranked = fuseRankings(weighed, { k: HYBRID_K, limit: Infinity, compare });
  const keyed = <Hit extends WordHit>(hit: Hit): Hit & { key: string } => ({ ...hit, key: key(hit) });
  const { items, kept } = keepByWords(ranked, {
    hits: words.slice(0, HYBRID_DEPTH).map(keyed),
    noteOf: ({ record }) => record,
    named: named === null ? null : keyed(named),
    coded: coded.map(keyed),
    headed: headed.map(keyed),
    hasNameOf: (own, lacking) => {
      const record = byKey.get(own)?.hit.record;
      return record !== undefined && hasNameOf(request.query, lacking)(namesOf(record));
    },
  });
  const places = new Map(ranked.map((item, place) => [item.key, place]));
  for (const [place, { key: own }] of items.entries()) {
    const moved = place < (places.get(own) ?? 0) ? kept.find((hit) => hit.key === own) : undefined;
    // Words alone moved it up: the chunk to show is the one that has them.
    if (moved !== undefined) byKey.set(own, { hit: moved, share: Infinity });
  }
  const addressed = new Map(words.flatMap((hit) => (hit.address === undefined ? [] : [[key(hit), hit]])));
  const hits = items.slice(0, request.limit).flatMap((item): RankedHit[] => {
    const hit = byKey.get(item.key)?.hit;
    if (hit === undefined) return [];
    const matchedBy = (['fulltext', 'semantic'] as const).filter((name) => item.matchedBy.includes(name));
    const found = { record: hit.record, chunk: hit.chunk, score: item.score, matchedBy };
    const atAddress = addressed.get(item.key);
    return [atAddress === undefined ? found : { ...byWords(atAddress), score: item.score, matchedBy }];
  });
  // Only full text has hits deeper than that.
  const deeper = deeperHits([lists[0]?.hits ?? []], key, new Set(items.map((item) => item.key)));
  const score = items.at(-1)?.score ?? 0;
  for (const { record, chunk } of deeper.slice(0, Math.max(0, request.limit - hits.length)))
    hits.push({ record, chunk, score, matchedBy: ['fulltext'] });
  return hits;
}
