import { describe, expect, it } from 'vitest';
import { indexOf, note } from '../search-test-kit.ts';
import type { FullTextDocument } from '../fulltext-types.ts';

const FILLER = 'a rather long passage about other things, which goes on and on for a while';

/** The chunk named for the only note, and those found one by one. */
function chunksOf(query: string, parts: Partial<FullTextDocument>): { best: number | undefined; all: number[] } {
  const index = indexOf([note(parts)]);
  return {
    best: index.search(query, { limit: 1 })[0]?.chunk,
    all: index.searchChunks(query, { limit: 100 }).map(({ chunk }) => chunk),
  };
}

describe('of a section with several chunks', () => {
  const headings = ['Before', 'Lanterns'];
  const chunkHeadings = [0, 1, 1, 1];

  it('the first is the best if the heading alone has the words, however long the chunks are', () => {
    const chunks = ['short', FILLER, 'short', 'a bit more than that'];
    expect(chunksOf('lanterns', { headings, chunkHeadings, chunks })).toEqual({ best: 1, all: [1, 2, 3] });
  });

  it('one that has a word itself comes before those below the heading only', () => {
    const chunks = ['short', 'short', 'short', `${FILLER}, ${FILLER} and lanterns`];
    expect(chunksOf('lanterns', { headings, chunkHeadings, chunks })).toEqual({ best: 3, all: [3, 1, 2] });
  });

  it('one that has the other words of the query comes first', () => {
    const chunks = ['wicks', FILLER, 'short', `${FILLER} and wicks`];
    expect(chunksOf('lanterns wicks', { headings, chunkHeadings, chunks }).best).toBe(3);
  });
});

describe('a note much longer than all others', () => {
  const transcript = note({
    title: 'Interview',
    chunks: [...Array.from({ length: 400 }, () => FILLER), 'the code name of the merger is decided'],
  });
  const others = Array.from({ length: 45 }, (_, i) =>
    i < 15 ? note({ title: `Code ${i}`, chunks: ['the name of a file'] }) : note({ chunks: ['something else'] }),
  );
  const index = indexOf([transcript, ...others]);

  it('is found by what one of its passages says', () => {
    expect(index.search('code name merger', { limit: 3 })[0]).toMatchObject({ id: 0, chunk: 400 });
    expect(index.searchChunks('code name merger', { limit: 3 })[0]).toMatchObject({ id: 0, chunk: 400 });
  });

  it('does not come before one that is named so', () => {
    expect(index.search('code 7', { limit: 3 })[0]).toMatchObject({ id: 8 });
  });
});
