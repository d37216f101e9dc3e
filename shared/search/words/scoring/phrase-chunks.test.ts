import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import { found, indexOf, note } from '../search-test-kit.ts';
import type { FullTextDocument } from '../fulltext-types.ts';

/** The chunk named for the only note, and those found one by one. */
function chunksOf(query: string, parts: Partial<FullTextDocument>): { best: number | undefined; all: number[] } {
  const index = indexOf([note(parts)]);
  return {
    best: index.search(query, { limit: 1 })[0]?.chunk,
    all: index.searchChunks(query, { limit: 100 }).map(({ chunk }) => chunk),
  };
}

describe('of a query with a quoted phrase, the chunk named', () => {
  it('holds the phrase, however many of its words others have, and others are left out', () => {
    const chunks = ['a comparison; basic, basic', 'a long text with a basic comparison in it', 'basic'];
    expect(chunksOf('"basic comparison"', { chunks })).toEqual({ best: 1, all: [1] });
    expect(chunksOf('basic comparison', { chunks })).toEqual({ best: 0, all: [0, 2, 1] });
    expect(chunksOf('"comparison basic"', { chunks })).toEqual({ best: 0, all: [0] });
    expect(chunksOf('“basic comparison” long', { chunks })).toEqual({ best: 1, all: [1] });
  });

  it('is the best of those that hold it', () => {
    const chunks = ['red oak and much else beside it', 'oak, red', 'red oak in autumn'];
    expect(chunksOf('"red oak" autumn', { chunks })).toEqual({ best: 2, all: [2, 0] });
  });

  it('holds most of several phrases', () => {
    const chunks = ['red oak', 'the red oak, a white ash and more of that', 'white ash'];
    expect(chunksOf('"red oak" "white ash"', { chunks })).toEqual({ best: 1, all: [1] });
    expect(chunksOf('"red oak" "white ash"', { chunks: ['red oak', 'oak', 'white ash'] }).all.sort()).toEqual([0, 2]);
  });

  it('holds it in the text rather than in a heading, and then below that heading', () => {
    const headings = ['Trees', 'Red oak', 'Leaves'];
    const chunkHeadings = [-1, 1, 1, 2];
    expect(chunksOf('"red oak"', { headings, chunkHeadings, chunks: ['oak', 'a', 'red', 'a red oak'] }).best).toBe(3);
    expect(
      chunksOf('"red oak"', { headings, chunkHeadings, chunks: ['oak', 'a', 'red', 'a red oak'] }).all.sort(),
    ).toEqual([1, 3]);
    expect(chunksOf('"red oak"', { headings, chunkHeadings, chunks: ['oak', 'a', 'red oak red', 'oak'] }).best).toBe(2);
    expect(chunksOf('"red oak"', { headings, chunkHeadings, chunks: ['oak', 'a', 'red', 'oak'] })).toEqual({
      best: 1,
      all: [1],
    });
    // A heading without text of its own is shown with the next one.
    expect(chunksOf('"trees"', { headings, chunkHeadings, chunks: ['oak', 'a', 'red', 'oak'] })).toEqual({
      best: 1,
      all: [1],
    });
  });

  it('is as without the quotation marks if only the title has it', () => {
    const parts = { title: 'Red oak', chunks: ['nothing', 'oak', 'oak red'] };
    expect(chunksOf('"red oak"', parts)).toEqual(chunksOf('red oak', parts));
  });

  it('holds it in scripts without spaces as well', () => {
    expect(chunksOf('"全文検索"', { chunks: ['検索、全文、検索、全文', '速い全文検索がある'] })).toEqual({
      best: 1,
      all: [1],
    });
  });

  it('is one of those that would be found alone, if any would', () => {
    const text = fc
      .array(fc.constantFrom('oak', 'oaks', 'ash', 'the', 'red'), { maxLength: 8 })
      .map((all) => all.join(' '));
    // A chunk with nothing but stop words is found by no query that has other words.
    const phrase = fc
      .array(fc.constantFrom('oak', 'ash', 'the', 'red'), { minLength: 1, maxLength: 3 })
      .filter((words) => words.some((word) => word !== 'the'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), phrase, fc.boolean(), (chunks, words, isFrozen) => {
        const query = `"${words.join(' ')}" oak`;
        const holding = chunks.flatMap((chunk, i) => (found(indexOf([chunk]), query).length > 0 ? [i] : []));
        const index = indexOf([note({ title: 'Ash', chunks }), 'the red', note({ chunks })]);
        if (isFrozen) runSteps(index.freeze('s'));
        for (const hit of index.search(query, { limit: 9 }).filter(({ id }) => id === 2))
          expect(holding).toContain(hit.chunk);
        const passages = index.searchChunks(query, { limit: 99 }).filter(({ id }) => id === 2);
        expect(passages.map(({ chunk }) => chunk).sort()).toEqual(holding);
      }),
    );
  });
});
