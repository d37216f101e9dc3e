import { describe, expect, it } from 'vitest';
import { found, indexOf, note } from '../search-test-kit.ts';

const OTHERS = Array.from({ length: 20 }, (_, i) => `Nothing of it number${i}.`);
const LONG = 'Some other words of a longer passage that goes on about this and that. '.repeat(2);

describe('a note with the whole query in one place', () => {
  const index = indexOf([
    note({ chunks: [`${LONG}The ferry has a timetable.`] }),
    note({ title: 'Ferry', chunks: ['The ferry leaves. The ferry is late.'] }),
    note({ chunks: ['The ferry is late.', `${LONG}${LONG}`, 'A timetable of trains.'] }),
    ...OTHERS,
  ]);
  const placeOf = (query: string, id: number): boolean | undefined =>
    index.search(query, { limit: 10 }).find((hit) => hit.id === id)?.inOnePlace;

  it('is told by its best passage, and by its names', () => {
    expect([0, 1, 2].map((id) => placeOf('ferry timetable', id))).toEqual([true, false, false]);
    const named = indexOf([note({ title: 'Ferry timetable', chunks: ['Boats.'] }), ...OTHERS]);
    expect(named.search('ferry timetable', { limit: 1 })[0]).toMatchObject({ inOnePlace: true, inChunk: 0 });
  });

  it('is not told of one word, which stands in one place in any case', () => {
    expect([0, 1, 2].map((id) => placeOf('ferry', id))).toEqual([false, false, false]);
  });

  it('is told of passages as well', () => {
    const hits = index.searchChunks('ferry timetable', { limit: 10 });
    expect(hits.filter(({ inOnePlace }) => inOnePlace).map(({ id }) => id)).toEqual([0]);
  });

  it('comes before a shorter one that has it in two passages', () => {
    const notes = [
      note({ chunks: ['The ferry is late.', 'A timetable of trains.'] }),
      note({ chunks: ['The ferry to the isles has a new timetable.'] }),
    ];
    expect(found(indexOf([...notes, ...OTHERS]), 'ferry timetable')).toEqual([1, 0]);
  });
});

it('puts a note first whose whole name is in a query that others have more words of', () => {
  const index = indexOf([
    note({ title: 'Garden shed', chunks: ['Tools and a bench.'] }),
    note({ title: 'Garden', chunks: ['Plants in the garden, which wants water. The garden is dry.'] }),
    ...OTHERS,
  ]);
  expect(found(index, 'water plants at the garden shed')[0]).toBe(0);
});

it('finds the same first notes, however many are asked for', () => {
  const texts = Array.from(
    { length: 30 },
    (_, i) => `${'ferry '.repeat((i % 5) + 1)}${i % 3 === 0 ? 'timetable' : LONG}`,
  );
  const index = indexOf(texts);
  const all = found(index, 'ferry timetable');
  for (const limit of [1, 5, 9, 10, 11, 20])
    expect(index.search('ferry timetable', { limit }).map(({ id }) => id)).toEqual(all.slice(0, limit));
});
