import { describe, expect, it } from 'vitest';
import { fuseRankings } from './fusion.ts';
import { HYBRID_DEPTH, HYBRID_K, weighRankings } from './hybrid.ts';
import type { HybridEvidence, HybridRanking } from './hybrid.ts';

const RANKINGS: HybridRanking<string>[] = [
  { role: 'words', keys: ['word', 'both'] },
  { role: 'terms', keys: ['term', 'both'] },
  { role: 'terms-lead', keys: ['term'] },
  { role: 'sentences', keys: ['meaning', 'both'] },
  { role: 'sentences-lead', keys: ['meaning'] },
];

function first(evidence: HybridEvidence, rankings: readonly HybridRanking<string>[] = RANKINGS): string[] {
  const fused = fuseRankings(weighRankings(rankings, evidence), { k: HYBRID_K, limit: 10, compare: (a, b) => (a < b ? -1 : 1) });
  return fused.map(({ key }) => key);
}

describe('what a hybrid search goes by', () => {
  it('is most of all what its rankings agree on', () => {
    expect(first({ coverage: 1, readable: 1 })[0]).toBe('both');
  });

  it('is words before meaning where notes hold the words of the query, and meaning before words where they do not', () => {
    const found = first({ coverage: 1, readable: 1 });
    expect(found.indexOf('word')).toBeLessThan(found.indexOf('meaning'));
    expect(first({ coverage: 0.1, readable: 1 })[0]).toBe('meaning');
  });

  it('leaves no reading of sentences to an encoder that does not know the language, whatever the words', () => {
    for (const coverage of [0, 0.5, 1]) expect(first({ coverage, readable: 0 })).not.toContain('meaning');
  });

  it('keeps the words to the last, so that nothing they found is lost', () => {
    expect(first({ coverage: 0, readable: 1 })).toContain('word');
  });

  it('does without sentences, and then does not mind how little the words cover', () => {
    const without = RANKINGS.slice(0, 3);
    expect(first({ coverage: 0, readable: 1 }, without)).toEqual(first({ coverage: 1, readable: 1 }, without));
    const empty = [...without, { role: 'sentences' as const, keys: [] }];
    expect(weighRankings(empty, { coverage: 0, readable: 1 })[0]?.weight).toBe(1);
  });

  it('is told as full text and meaning, to a bounded depth', () => {
    const deep = weighRankings([{ role: 'words', keys: [...Array(500).keys()] }, { role: 'terms', keys: [1] }], { coverage: 1, readable: 1 });
    expect(deep.map(({ name, keys }) => [name, keys.length])).toEqual([['fulltext', HYBRID_DEPTH], ['semantic', 1]]);
  });
});
