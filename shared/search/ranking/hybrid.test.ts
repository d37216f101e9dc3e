import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRankings } from './fusion.ts';
import {
  HYBRID_DEPTH,
  HYBRID_K,
  keepFirst,
  keepLeader,
  keepNamed,
  keepVerbatim,
  leaderOf,
  weighRankings,
} from './hybrid.ts';
import type { HybridEvidence, HybridRanking } from './hybrid.ts';

const RANKINGS: HybridRanking<string>[] = [
  { role: 'words', keys: ['word', 'both'] },
  { role: 'terms', keys: ['term', 'both'] },
  { role: 'terms-lead', keys: ['term'] },
  { role: 'sentences', keys: ['meaning', 'both'] },
  { role: 'sentences-lead', keys: ['meaning'] },
];

function first(evidence: HybridEvidence, rankings: readonly HybridRanking<string>[] = RANKINGS): string[] {
  const fused = fuseRankings(weighRankings(rankings, evidence), {
    k: HYBRID_K,
    limit: 10,
    compare: (a, b) => (a < b ? -1 : 1),
  });
  return fused.map(({ key }) => key);
}

describe('the ranking of a hybrid search', () => {
  it('puts first what its rankings agree on', () => {
    expect(first({ coverage: 1, held: 0, readable: 1 })[0]).toBe('both');
  });

  it('puts words before meaning if notes have the words of the query, and meaning before words if they do not', () => {
    const found = first({ coverage: 1, held: 0, readable: 1 });
    expect(found.indexOf('word')).toBeLessThan(found.indexOf('meaning'));
    expect(first({ coverage: 0.1, held: 0, readable: 1 })[0]).toBe('meaning');
  });

  it('trusts several rare words in one note, even if most of a long query is in none', () => {
    const evidence = { coverage: 0.3, readable: 1 };
    expect(first({ ...evidence, held: 1 })[0]).toBe('meaning');
    expect(first({ ...evidence, held: 2 })).toEqual(first({ coverage: 1, held: 0, readable: 1 }));
  });

  it('trusts a short query that a note has whole, even if its words are common', () => {
    expect(first({ coverage: 1, held: 0.2, readable: 1 })).toEqual(first({ coverage: 1, held: 3, readable: 1 }));
  });

  it('trusts words more if they stand together in one passage', () => {
    const near = [
      { role: 'words' as const, keys: ['word', 'other', 'another', 'near'] },
      { role: 'terms' as const, keys: ['near'] },
    ];
    const evidence = { coverage: 1, held: 2, readable: 1 };
    expect(first(evidence, near)[0]).toBe('near');
    expect(first({ ...evidence, together: true }, near)[0]).toBe('word');
    const weights = (together: boolean): number[] =>
      weighRankings(near, { ...evidence, together }).map(({ weight }) => weight);
    expect(weights(true).slice(1)).toEqual(weights(false).slice(1));
  });

  it('trusts words a little more if one note has them all, wherever they stand', () => {
    const wordsOf = (evidence: HybridEvidence): number => weighRankings(RANKINGS, evidence)[0]?.weight ?? 0;
    const some = wordsOf({ coverage: 0.9, held: 2, readable: 1 });
    const all = wordsOf({ coverage: 1, held: 2, readable: 1 });
    expect(all).toBeGreaterThan(some);
    expect(all).toBeLessThan(wordsOf({ coverage: 1, held: 2, readable: 1, together: true }));
  });

  it('does not use an encoder that does not know the language, whatever the words', () => {
    for (const coverage of [0, 0.5, 1]) expect(first({ coverage, held: 0, readable: 0 })).not.toContain('meaning');
  });

  it('keeps the words to the last, so that nothing they found is lost', () => {
    expect(first({ coverage: 0, held: 0, readable: 1 })).toContain('word');
  });

  it('does without sentences, and then does not mind how little the words cover', () => {
    const without = RANKINGS.slice(0, 3);
    expect(first({ coverage: 0, held: 0, readable: 1 }, without)).toEqual(
      first({ coverage: 1, held: 0, readable: 1 }, without),
    );
    const empty = [...without, { role: 'sentences' as const, keys: [] }];
    expect(weighRankings(empty, { coverage: 0, held: 0, readable: 1 })[0]?.weight).toBe(1);
  });

  it('counts the rankings of an encoder by how many notes they could rank, and each less if there are many', () => {
    const weights = (rankings: readonly HybridRanking<string>[]): number[] =>
      weighRankings(rankings, { coverage: 0, held: 0, readable: 1 }).map(
        ({ weight }) => Math.round(weight * 1e6) / 1e6,
      );
    const [words, , , sentences, lead] = RANKINGS.map((ranking) => ranking);
    const pair = [words, sentences, lead].flatMap((ranking) => ranking ?? []);
    const [byWords = 0, two = 0] = weights(pair);
    const [byWordsOfHalf = 0, half = 0] = weights(pair.map((ranking) => ({ ...ranking, share: 0.5 })));
    expect(half).toBeCloseTo(two / 2);
    expect(byWordsOfHalf).toBeGreaterThan(byWords);
    const more: HybridRanking<string>[] = [
      { role: 'static', keys: ['gist'] },
      { role: 'static-lead', keys: ['gist'] },
    ];
    expect(weights([...pair, ...more.map((ranking) => ({ ...ranking, share: 0 }))])[1]).toBe(two);
    const four = weights([...pair, ...more]);
    expect(four[1]).toBeLessThan(two);
    expect(four.at(-1)).toBeLessThan(four[1] ?? NaN);
    expect(weights([...pair, ...more.slice(0, 1)])[1]).toBe(four[1]);
  });

  it('is by single words and beginnings until there is more', () => {
    const early: HybridRanking<string>[] = [
      { role: 'words', keys: ['word'] },
      { role: 'static', keys: ['gist'] },
      { role: 'static-lead', keys: ['gist'] },
      { role: 'short', keys: ['gist'] },
    ];
    expect(first({ coverage: 0, held: 0, readable: 1 }, early)).toEqual(['gist', 'word']);
    expect(first({ coverage: 1, held: 3, readable: 0 }, early)).toEqual(['word']);
  });

  it('is reported as full text and meaning, to a bounded depth', () => {
    const deep = weighRankings(
      [
        { role: 'words', keys: [...Array(500).keys()] },
        { role: 'terms', keys: [1] },
      ],
      { coverage: 1, held: 0, readable: 1 },
    );
    expect(deep.map(({ name, keys }) => [name, keys.length])).toEqual([
      ['fulltext', HYBRID_DEPTH],
      ['semantic', 1],
    ]);
  });
});

describe('a first hit by words that has the whole query', () => {
  const key = fc.integer({ min: 0, max: 30 }).map((number) => `note ${number}`);
  const ranking = fc.uniqueArray(key, { maxLength: 25 });
  const byName = (a: string, b: string): number => (a < b ? -1 : 1);

  it('stays among the first three, or first if its words are many or rare, and nothing else changes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { minLength: 1, maxLength: 25 }),
        ranking,
        ranking,
        ranking,
        ranking,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 6, noNaN: true }),
        (words, a, b, c, d, readable, held) => {
          const rankings: HybridRanking<string>[] = [
            { role: 'words', keys: words },
            { role: 'terms', keys: a },
            { role: 'terms-lead', keys: b },
            { role: 'sentences', keys: c },
            { role: 'sentences-lead', keys: d },
          ];
          const [best = ''] = words;
          const fused = fuseRankings(weighRankings(rankings, { coverage: 1, held: 0, readable }), {
            k: HYBRID_K,
            limit: Infinity,
            compare: byName,
          });
          const kept = keepFirst(fused, { key: best, coverage: 1, held });
          expect(kept.findIndex((item) => item.key === best)).toBeLessThan(held < 3 ? 3 : 1);
          const others = (items: typeof fused): typeof fused => items.filter((item) => item.key !== best);
          expect(others(kept)).toEqual(others(fused));
          expect(kept.map(({ score }) => score)).toEqual(kept.map(({ score }) => score).sort((x, y) => y - x));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('needs no help if it is already there or has only part of the query', () => {
    const items = ['a', 'b', 'c', 'd'].map((name, i) => ({ key: name, score: 1 - i / 10, matchedBy: ['fulltext'] }));
    expect(keepFirst(items, { key: 'c', coverage: 1, held: 0 })).toEqual(items);
    expect(keepFirst(items, { key: 'd', coverage: 0.9, held: 5 })).toEqual(items);
    expect(keepFirst(items, null)).toEqual(items);
    const names = (held: number): string[] => keepFirst(items, { key: 'd', coverage: 1, held }).map((item) => item.key);
    expect(names(2.9)).toEqual(['a', 'b', 'd', 'c']);
    expect(names(3)).toEqual(['d', 'a', 'b', 'c']);
  });
});

describe('a note that has far more of the query than any other', () => {
  const hits = (...coverages: number[]) => coverages.map((coverage, i) => ({ key: `note ${i}`, coverage }));
  const leader = (...coverages: number[]): string | undefined => leaderOf(hits(...coverages), ({ key }) => key)?.key;

  it('is found at any place, if its lead is clear or it alone has the whole query', () => {
    expect(leader(0.3, 0.3, 0.6)).toBe('note 2');
    expect(leader(0.9, 1)).toBe('note 1');
    expect(leader(0.6, 0.5)).toBeUndefined();
    expect(leader(1, 1)).toBeUndefined();
    expect(leader(0, 0)).toBeUndefined();
    expect(leader()).toBeUndefined();
  });

  it('does not compete with other passages of its own', () => {
    const passages = hits(0.6, 0.6, 0.2).map((hit, i) => ({ ...hit, note: i < 2 ? 'a' : 'b' }));
    expect(leaderOf(passages, ({ note }) => note)?.key).toBe('note 0');
  });

  it('stays among the first five, and nothing else changes', () => {
    const items = Array.from('abcdefg', (key, i) => ({ key, score: 1 - i / 10, matchedBy: ['semantic'] }));
    const names = (key: string): string =>
      keepLeader(items, { key })
        .map((item) => item.key)
        .join('');
    expect(names('g')).toBe('abcdgef');
    expect(names('e')).toBe('abcdefg');
    expect(names('z')).toBe('abcdefg');
    expect(keepLeader(items, { key: 'g' })[4]).toMatchObject({ score: 0.6 });
    expect(keepLeader(items, null)).toEqual(items);
  });

  it('stays among the first two if it has the whole query', () => {
    const items = Array.from('abcdefg', (key, i) => ({ key, score: 1 - i / 10, matchedBy: ['semantic'] }));
    const names = (key: string, coverage: number): string =>
      keepLeader(items, { key, coverage })
        .map((item) => item.key)
        .join('');
    expect(names('g', 1)).toBe('agbcdef');
    expect(names('g', 0.9)).toBe('abcdgef');
    expect(names('b', 1)).toBe('abcdefg');
  });
});

describe('a note that alone has the words of a query together', () => {
  it('comes first if a property has them, second if its text has them, and nothing else changes', () => {
    const items = Array.from('abcd', (key, i) => ({ key, score: 1 - i / 10, matchedBy: ['semantic'] }));
    const names = (key: string, verbatim: 'property' | 'text' | null): string =>
      keepVerbatim(items, { key, verbatim })
        .map((item) => item.key)
        .join('');
    expect(names('d', 'property')).toBe('dabc');
    expect(names('d', 'text')).toBe('adbc');
    expect(names('a', 'text')).toBe('abcd');
    expect(names('d', null)).toBe('abcd');
    expect(names('z', 'property')).toBe('abcd');
    expect(keepVerbatim(items, null)).toEqual(items);
  });
});

describe('a note that a query names', () => {
  it('comes first if the query is its name, second if it has more words, and nothing else changes', () => {
    const items = Array.from('abcd', (key, i) => ({ key, score: 1 - i / 10, matchedBy: ['semantic'] }));
    const names = (key: string, named: 'whole' | 'within'): string =>
      keepNamed(items, { key, named })
        .map((item) => item.key)
        .join('');
    expect(names('d', 'whole')).toBe('dabc');
    expect(names('d', 'within')).toBe('adbc');
    expect(names('a', 'within')).toBe('abcd');
    expect(names('z', 'whole')).toBe('abcd');
    expect(keepNamed(items, { key: 'd', named: 'within' })[1]).toMatchObject({ score: 0.9 });
    expect(keepNamed(items, null)).toEqual(items);
  });
});
