import { describe, expect, it } from 'vitest';
import type { FusedItem } from './fusion.ts';
import {
  certaintyOf,
  isTogether,
  keepByWords,
  keepCertain,
  keepCoded,
  keepWhole,
  type WordEvidence,
} from './kept-by-words.ts';

const WHOLE: WordEvidence = { score: 10, coverage: 1, held: 2, inChunk: 0, verbatim: null };

const itemsOf = (keys: string): FusedItem<string>[] =>
  Array.from(keys, (key, i) => ({ key, score: 1 - i / 10, matchedBy: ['semantic'] }));
const namesOf = (items: readonly FusedItem<string>[]): string => items.map(({ key }) => key).join('');

describe('what the first hit by words says of the query', () => {
  const certainty = (
    hit: Partial<WordEvidence>,
    next: number | null,
    named: 'named' | 'nearly' | null = null,
  ): string | null =>
    certaintyOf({ ...WHOLE, ...hit }, next === null ? undefined : { score: next }, {
      isNamed: named === 'named',
      isNearlyNamed: () => named === 'nearly',
    });

  it('is fairly certain if it has all words and is clearly better than the next', () => {
    expect(certainty({}, 9)).toBe('fairly');
    expect(certainty({}, 9.5)).toBeNull();
    expect(certainty({}, null)).toBe('fairly');
  });

  it('is quite certain if it alone has all words together, or is clearly better and named', () => {
    expect(certainty({ verbatim: 'phrase' }, 10)).toBe('quite');
    expect(certainty({ verbatim: 'text', coverage: 0.9 }, 10)).toBeNull();
    expect(certainty({ coverage: 0.2 }, 9, 'named')).toBe('quite');
    expect(certainty({ coverage: 0.2 }, 9.5, 'named')).toBeNull();
  });

  it('is fairly certain without one word, if a passage or its name has the others, and without more if far better', () => {
    const lackingOne = { coverage: 2 / 3, held: 2 };
    expect(certainty({ ...lackingOne, inChunk: 0.25 }, 9)).toBe('fairly');
    expect(certainty({ ...lackingOne, inChunk: 0.2 }, 9)).toBeNull();
    expect(certainty(lackingOne, 9, 'nearly')).toBe('fairly');
    expect(certainty({ coverage: 0.5, held: 2, inChunk: 0.25 }, 9)).toBeNull();
    expect(certainty({ coverage: 0.5, held: 2, inChunk: 0.25 }, 6)).toBe('fairly');
    expect(certainty({ coverage: 0, held: 0, inChunk: 0 }, 6)).toBeNull();
  });
});

describe('words that stand together', () => {
  it('are nearly all of the query, in one passage, and many or rare', () => {
    expect(isTogether({ coverage: 1, held: 1, inChunk: 0.25 })).toBe(true);
    expect(isTogether({ coverage: 2 / 3, held: 2, inChunk: 0.25 })).toBe(true);
    expect(isTogether({ coverage: 0.5, held: 2, inChunk: 0.25 })).toBe(false);
    expect(isTogether({ coverage: 1, held: 0.9, inChunk: 0.25 })).toBe(false);
    expect(isTogether({ coverage: 1, held: 1, inChunk: 0.2 })).toBe(false);
    expect(isTogether(undefined)).toBe(false);
  });
});

describe('a hit that is certain', () => {
  it('comes first, or second after one that may be meant, and nothing else changes', () => {
    const kept = (key: string, meant = ''): string =>
      namesOf(keepCertain(itemsOf('abcd'), { key }, (top) => top === meant));
    expect(kept('d')).toBe('dabc');
    expect(kept('d', 'a')).toBe('adbc');
    expect(kept('d', 'b')).toBe('dabc');
    expect(kept('a', 'a')).toBe('abcd');
    expect(kept('z')).toBe('abcd');
    expect(namesOf(keepCertain(itemsOf('ab'), null, () => true))).toBe('ab');
    expect(keepCertain(itemsOf('abcd'), { key: 'd' }, () => false)[0]?.score).toBe(1);
  });
});

describe('hits that have a code', () => {
  it('come first, in their own order, with scores that fall', () => {
    const kept = keepCoded(itemsOf('abcd'), ['d', 'z', 'b']);
    expect(namesOf(kept)).toBe('dbac');
    expect(kept.map(({ score }) => score)).toEqual(itemsOf('abcd').map(({ score }) => score));
  });
});

describe('hits that words keep in front', () => {
  const hit = (key: string, evidence: Partial<WordEvidence> = {}): WordEvidence & { key: string } => ({
    ...WHOLE,
    key,
    ...evidence,
  });
  const kept = (hits: ReturnType<typeof hit>[], hasNameOf = '', note: (key: string) => unknown = (key) => key) =>
    keepByWords(itemsOf('abcd'), {
      hits,
      noteOf: ({ key }) => note(key),
      named: null,
      coded: [],
      headed: [],
      hasNameOf: (key, lacking) => lacking === 0 && key === hasNameOf,
    });

  it('are the first by words if that is certain, unless the first of all is named', () => {
    expect(namesOf(kept([hit('d'), hit('a', { score: 5 })]).items)).toBe('dabc');
    expect(namesOf(kept([hit('d'), hit('a', { score: 5 })], 'a').items)).toBe('adbc');
    expect(namesOf(kept([hit('d', { verbatim: 'phrase' }), hit('a', { score: 5 })], 'a').items)).toBe('dabc');
    expect(kept([hit('d'), hit('a', { score: 5 })]).kept.map(({ key }) => key)).toContain('d');
  });

  it('are compared with other notes, not with other passages of their own', () => {
    const hits = [hit('d'), hit('c', { score: 9.9 }), hit('a', { score: 5 })];
    expect(namesOf(kept(hits).items)).toBe('abdc');
    expect(namesOf(kept(hits, '', (key) => (key === 'c' ? 'd' : key)).items)).toBe('dabc');
  });

  it('are the first by words if no other note has as much of the query, and it has half of it', () => {
    const after = (coverage: number, next: number): string =>
      namesOf(kept([hit('d', { coverage, held: 1 }), hit('a', { score: 9.9, coverage: next, held: 1 })]).items);
    expect(after(0.5, 0.44)).toBe('dabc');
    expect(after(0.5, 0.46)).toBe('abcd');
    expect(after(0.49, 0.4)).toBe('abcd');
    const passages = [hit('d', { coverage: 0.6, held: 1 }), hit('c', { score: 9.9, coverage: 0.6, held: 1 })];
    expect(namesOf(kept(passages).items)).toBe('abcd');
    expect(namesOf(kept(passages, '', (key) => (key === 'c' ? 'd' : key)).items)).toBe('dabc');
  });

  it('are a note whose name is in the query, if none has all of the query, and even if it is a code', () => {
    const after = (named: 'whole' | 'within', coverage: number, coded = ''): string => {
      const hits = [hit('d', { coverage: 0.4 }), hit('a', { score: 9.9, coverage })];
      const found = { hits, noteOf: ({ key }: { key: string }) => key, headed: [], hasNameOf: () => false };
      const own = { ...hit('d'), named };
      const items = keepByWords(itemsOf('abcd'), { ...found, named: own, coded: Array.from(coded, (key) => hit(key)) });
      return namesOf(items.items);
    };
    expect(after('within', 0.4)).toBe('dabc');
    expect(after('within', 1)).toBe('adbc');
    expect(after('within', 0.4, 'b')).toBe('bdac');
    expect(after('whole', 0.4, 'b')).toBe('dbac');
  });

  it('are none without hits', () => {
    expect(kept([])).toEqual({ items: itemsOf('abcd'), kept: [] });
  });

  it('are a phrase only if it is the first by words', () => {
    const hits = [hit('a', { score: 11, coverage: 0.5 }), hit('d', { verbatim: 'phrase', coverage: 0.6 })];
    expect(namesOf(kept(hits).items)).toBe('abcd');
  });
});

describe('hits with the whole query in one place', () => {
  const kept = (whole: string, meant = ''): string =>
    namesOf(keepWhole(itemsOf('abcde'), Array.from(whole), (key) => meant.includes(key)));

  it('come before all others, in the order of the fusion', () => {
    expect(kept('')).toBe('abcde');
    expect(kept('d')).toBe('dabce');
    expect(kept('edb')).toBe('bdeac');
  });

  it('come after those in front that may be meant', () => {
    expect(kept('d', 'a')).toBe('adbce');
    expect(kept('e', 'cd')).toBe('ceabd');
  });

  it('say nothing if there are many', () => {
    expect(kept('edcb')).toBe('abcde');
  });

  it('take the scores of their places', () => {
    expect(keepWhole(itemsOf('abc'), ['c'], () => false).map(({ score }) => score)).toEqual([1, 0.9, 0.8]);
  });

  it('are those of the first hits by words, and are found with their passage', () => {
    const hits = Array.from('abcd', (key) => ({ ...WHOLE, key, score: 10, coverage: 0.5, inOnePlace: key === 'd' }));
    const found = {
      hits,
      noteOf: ({ key }: { key: string }) => key,
      named: null,
      coded: [],
      headed: [],
      hasNameOf: () => false,
    };
    const { items, kept: moved } = keepByWords(itemsOf('abcd'), found);
    expect(namesOf(items)).toBe('dabc');
    expect(moved.map(({ key }) => key)).toContain('d');
    const common = hits.map((hit) => ({ ...hit, held: 0.7 }));
    expect(namesOf(keepByWords(itemsOf('abcd'), { ...found, hits: common }).items)).toBe('abcd');
  });
});
