import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { fuseRankings } from '../../search/ranking/fusion.ts';
import { HYBRID_DEPTH, keepFirst } from '../../search/ranking/hybrid.ts';
import type { Match } from '../../search/ranking/match.ts';
import { weighWordings, WORDINGS_K } from '../../search/ranking/wordings.ts';
import { deeperHits } from './deeper-hits.ts';
import { compareKeys, keyOf, type Ranked, type RankedHit, type RankingRequest } from './ranked-hit.ts';

const HITS_A_STEP = 512;

/** A hit, and the wording that raised it most. */
export interface WordedHit extends RankedHit {
  wording: string;
}

/** The query and its variants, those that differ only in letter case and white space once. */
export function wordingsOf(query: string, variants: readonly string[] = []): string[] {
  const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return [...new Map([query, ...variants].reverse().map((text) => [plain(text), text])).values()].reverse();
}

/** Ranks each wording of a question, and fuses the rankings; the first wording is the question as it was asked. */
export async function rankWordings(
  wordings: readonly string[],
  request: Omit<RankingRequest, 'query'>,
  rank: (request: RankingRequest) => Promise<Ranked>,
  slicer: Slicer,
): Promise<{ hits: WordedHit[]; match: Match }> {
  const [query = '', ...variants] = wordings;
  const asked = await rank({ ...request, query });
  if (variants.length === 0) return { ...asked, hits: asked.hits.map((hit) => ({ ...hit, wording: query })) };
  const limit = Math.max(HYBRID_DEPTH, request.limit);
  const rankings = [
    { wording: query, ...(limit === request.limit ? asked : await rank({ ...request, query, limit })) },
  ];
  for (const wording of variants) {
    await slicer.pause();
    rankings.push({ wording, ...(await rank({ ...request, query: wording, limit })) });
  }
  return { hits: await slicer.run(fused(rankings, request)), match: bestOf(rankings.map(({ match }) => match)) };
}

function* fused(
  rankings: readonly (Ranked & { wording: string })[],
  request: Omit<RankingRequest, 'query'>,
): Steps<WordedHit[]> {
  const key = keyOf(request);
  const weights = weighWordings(
    rankings.map(({ hits, match }) => ({ paths: [...new Set(hits.map(({ record }) => record.path))], match })),
  );
  const shown = new Map<string, { hit: WordedHit; share: number }>();
  const matchedBy = new Map<string, Set<string>>();
  for (const [i, { hits, wording }] of rankings.entries()) {
    for (const [place, hit] of hits.slice(0, HYBRID_DEPTH).entries()) {
      const share = (weights[i] ?? 0) / (WORDINGS_K + place + 1);
      const own = key(hit);
      if (share > (shown.get(own)?.share ?? -1)) shown.set(own, { hit: { ...hit, wording }, share });
      if (share > 0) matchedBy.set(own, new Set([...(matchedBy.get(own) ?? []), ...hit.matchedBy]));
      if (place % HITS_A_STEP === HITS_A_STEP - 1) yield;
    }
  }
  const lists = rankings.map(({ hits }, i) => ({
    name: '',
    weight: weights[i] ?? 0,
    keys: hits.slice(0, HYBRID_DEPTH).map(key),
  }));
  yield;
  const compare = compareKeys((own) => shown.get(own)?.hit);
  const whole = rankings[0]?.whole;
  const items = keepFirst(
    fuseRankings(lists, { k: WORDINGS_K, limit: Infinity, compare }),
    whole === undefined ? null : { key: key(whole), coverage: 1, held: 0 },
  );
  yield;
  const hits = items.slice(0, request.limit).flatMap(({ key: own, score }): WordedHit[] => {
    const hit = shown.get(own)?.hit;
    const by = (['fulltext', 'semantic'] as const).filter((name) => matchedBy.get(own)?.has(name));
    return hit === undefined ? [] : [{ ...hit, score, matchedBy: by }];
  });
  if (hits.length === request.limit) return hits;
  const worded = rankings.flatMap(({ hits: found, wording }, i) =>
    (weights[i] ?? 0) > 0 ? [found.map((hit) => ({ ...hit, wording }))] : [],
  );
  yield;
  const deeper = deeperHits(worded, key, new Set(items.map((item) => item.key)));
  const score = items.at(-1)?.score ?? 0;
  return [...hits, ...deeper.map((hit) => ({ ...hit, score }))].slice(0, request.limit);
}

function bestOf(matches: readonly Match[]): Match {
  return (['strong', 'partial'] as const).find((match) => matches.includes(match)) ?? 'weak';
}
