import { describe, expect, it } from 'vitest';
import type { FusedItem } from './fusion.ts';
import { hitsInARow, keepInARow } from './kept-in-a-row.ts';

const itemsOf = (keys: string): FusedItem<string>[] =>
  Array.from(keys, (key, i) => ({ key, score: 1 - i / 100, matchedBy: ['semantic'] }));
const hit = (key: string, inARow: number, rowShare: number) => ({ key, inARow, rowShare });

describe('hits with most of a query in a row', () => {
  const found = (...hits: ReturnType<typeof hit>[]): string =>
    hitsInARow(hits)
      .map(({ key }) => key)
      .join('');

  it('are those with the most words, if these are most of the query', () => {
    expect(found(hit('a', 4, 0.75), hit('b', 3, 0.5), hit('c', 4, 0.75))).toBe('ac');
    expect(found(hit('a', 4, 0.6), hit('b', 3, 0.4))).toBe('a');
    expect(found(hit('a', 4, 0.5), hit('b', 3, 0.33))).toBe('');
  });

  it('are none of fewer than three words, or if the first by words is not one', () => {
    expect(found(hit('a', 2, 1))).toBe('');
    expect(found(hit('a', 3, 1))).toBe('a');
    expect(found(hit('a', 1, 0), hit('b', 3, 1))).toBe('');
    expect(found()).toBe('');
  });
});

describe('hits that are kept in front', () => {
  const kept = (keys: string, named = '', inARow = 3): string =>
    keepInARow(
      itemsOf('abcdefghijkl'),
      Array.from(keys, (key) => hit(key, inARow, 1)),
      (key) => named.includes(key),
    )
      .map(({ key }) => key)
      .join('');

  it('have the order of the fusion if they are few, and that of the words if they are many', () => {
    expect(kept('')).toBe('abcdefghijkl');
    expect(kept('fdb')).toBe('bdfaceghijkl');
    expect(kept('fdbe')).toBe('fdbeacghijkl');
  });

  it('leave notes that the query names in front, and have others of the first ten that it names after them', () => {
    expect(kept('f', 'ac')).toBe('afcbdeghijkl');
    expect(kept('l', 'jk')).toBe('ljabcdefghik');
  });

  it('come before these, too, if one alone has a sentence', () => {
    expect(kept('f', 'a', 4)).toBe('fabcdeghijkl');
    expect(kept('fg', 'a', 4)).toBe('afgbcdehijkl');
  });

  it('take the scores of their places', () => {
    const items = keepInARow(itemsOf('abc'), [hit('c', 3, 1)], () => false);
    expect(items.map(({ score }) => score)).toEqual(itemsOf('abc').map(({ score }) => score));
  });
});
