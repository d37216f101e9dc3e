import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordTable } from './word-table.ts';

describe('a table of words', () => {
  it('finds what was kept of a word, wherever it is in a text', () => {
    const table = new WordTable<number>();
    table.add('an oak', 3, 6, 7);
    expect(table.find('oak', 0, 3)).toBe(7);
    expect(table.find('the oaks', 4, 7)).toBe(7);
    expect(table.find('the oaks', 4, 8)).toBeUndefined();
  });

  it('keeps what may be falsy', () => {
    const table = new WordTable<number | null>();
    table.add('oak', 0, 3, 0);
    table.add('ash', 0, 3, null);
    expect(table.find('oak', 0, 3)).toBe(0);
    expect(table.find('ash', 0, 3)).toBeNull();
  });

  it('answers as a map does', () => {
    const word = fc.oneof(
      fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'oak'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 600 }), (words) => {
        const table = new WordTable<number>();
        const map = new Map<string, number>();
        for (const [i, each] of words.entries()) {
          const text = `:${each}:`;
          const found = table.find(text, 1, 1 + each.length);
          expect(found).toBe(map.get(each));
          if (found !== undefined) continue;
          table.add(text, 1, 1 + each.length, i);
          map.set(each, i);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('forgets the words not asked for in a while, and no others', () => {
    const table = new WordTable<number>();
    table.add('kept', 0, 4, 1);
    table.add('dropped', 0, 7, 2);
    for (let i = 0; i < 100_000; i += 1) {
      table.add(`w${i}`, 0, `w${i}`.length, i);
      expect(table.find('kept', 0, 4)).toBe(1);
    }
    expect(table.find('dropped', 0, 7)).toBeUndefined();
    expect(table.find('w99999', 0, 6)).toBe(99_999);
  });

  it('keeps no blobs', () => {
    const table = new WordTable<number>();
    const blob = 'x'.repeat(5_000);
    table.add(blob, 0, blob.length, 1);
    expect(table.find(blob, 0, blob.length)).toBeUndefined();
  });
});
