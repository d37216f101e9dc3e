import { describe, expect, it } from 'vitest';
import { found, indexOf, note } from '../search-test-kit.ts';

function runs(query: string, notes: string[]): Record<number, [number, number]> {
  const hits = indexOf(notes).search(query, { limit: 100 });
  return Object.fromEntries(hits.map(({ id, inARow, rowShare }) => [id, [inARow, rowShare]]));
}

describe('the words of a query that a note has in a row', () => {
  it('are counted without stop words, as far apart as in the query', () => {
    const notes = ['The river freezes in January.', 'river freezes, January', 'freezes in January; river'];
    expect(runs('the river freezes in January', notes)).toEqual({ 0: [3, 1], 1: [2, 0.5], 2: [2, 0.5] });
  });

  it('are one of words that stand apart, and all of a single word', () => {
    expect(runs('river January', ['river, and January'])).toEqual({ 0: [1, 0] });
    expect(runs('river', ['river, and January'])).toEqual({ 0: [1, 1] });
  });

  it('have the share that they are of the query with words that no note has', () => {
    expect(runs('nowhere river freezes soon', ['The river freezes soon.'])[0]).toEqual([3, 2 / 3]);
  });

  it('are those of the best chunk only', () => {
    const index = indexOf([note({ chunks: ['river', 'A river freezes soon.'] })]);
    const hits = index.searchChunks('river freezes soon', { limit: 9 });
    expect(hits.map(({ chunk, inARow }) => [chunk, inARow])).toEqual([
      [1, 3],
      [0, 1],
    ]);
  });
});

describe('a sentence that is typed as it stands', () => {
  const typed = `We recommend boats with oars for rivers. ${'Rain and wind over the hills. '.repeat(3)}`;
  const others = ['Rivers, boats. Oars that we recommend, for the hills and in the wind, are few.', 'Hills.', 'Rain.'];

  it('finds its note first, though shorter ones have its words more often', () => {
    expect(found(indexOf([...others, typed]), 'we recommend boats with oars for rivers')[0]).toBe(3);
  });

  it('says less than the name of a note in it', () => {
    const named = note({ title: 'Oars for rivers', chunks: ['Boats that we recommend have oars.'] });
    expect(found(indexOf([typed, named]), 'we recommend boats with oars for rivers')[0]).toBe(1);
  });
});
