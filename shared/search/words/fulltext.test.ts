import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { NoteFullText } from './fulltext.ts';
import type { FullTextDocument } from './fulltext-types.ts';

describe('the full text of a vault', () => {
  it('finds a note by a word of its body, title, aliases, headings or tags', () => {
    const index = indexOf([
      note({ title: 'Bread', chunks: ['Flour, water and salt.'] }),
      note({ title: 'Garden', aliases: ['Allotment'], headings: ['Compost'], tags: ['outdoors/soil'] }),
    ]);
    expect(ids(index, 'flour')).toEqual([0]);
    expect(ids(index, 'bread')).toEqual([0]);
    expect(ids(index, 'allotment')).toEqual([1]);
    expect(ids(index, 'compost')).toEqual([1]);
    expect(ids(index, 'soil')).toEqual([1]);
  });

  it('forgets a removed note and takes a replaced one as it is now', () => {
    const index = indexOf([note({ chunks: ['old wording'] }), note({ chunks: ['old story'] })]);
    runSteps(index.insert(0, note({ chunks: ['new wording'] })));
    index.remove(1);
    expect(ids(index, 'old')).toEqual([]);
    expect(ids(index, 'new')).toEqual([0]);
    expect(index.size).toBe(1);
  });

  it('answers the same from a saved segment, and takes changes after it', () => {
    const saved = runSteps(indexOf([note({ chunks: ['apple'] }), note({ chunks: ['pear'] })]).freeze('first'));
    const index = new NoteFullText();
    index.attach('first', saved);
    expect(ids(index, 'pear')).toEqual([1]);
    runSteps(index.insert(1, note({ chunks: ['plum'] })));
    runSteps(index.insert(2, note({ chunks: ['apple plum'] })));
    index.remove(0);
    expect(ids(index, 'pear')).toEqual([]);
    expect(ids(index, 'plum')).toEqual([1, 2]);
    expect(ids(index, 'apple')).toEqual([2]);
  });
});

describe('how rare a term is', () => {
  it('follows from the notes that have it now, in memory and in segments', () => {
    const index = indexOf(['apple pear', 'apple', 'apple plum'].map((text) => note({ chunks: [text] })));
    const [common, rare, absent] = ['appl', 'pear', 'quinc'].map((term) => index.rarityOf(term));
    expect(rare).toBeGreaterThan(common ?? NaN);
    expect(absent).toBeGreaterThan(rare ?? NaN);
    runSteps(index.freeze('first'));
    expect(index.rarityOf('pear')).toBe(rare);
    runSteps(index.insert(1, note({ chunks: ['pear'] })));
    expect(index.rarityOf('pear')).toBe(index.rarityOf('appl'));
    index.remove(0);
    index.remove(1);
    expect(index.rarityOf('pear')).toBe(index.rarityOf('quinc'));
  });
});

function indexOf(notes: readonly FullTextDocument[]): NoteFullText {
  const index = new NoteFullText();
  for (const [id, document] of notes.entries()) runSteps(index.insert(id, document));
  return index;
}

function ids(index: NoteFullText, query: string): number[] {
  return index.search(query, { limit: 10 }).map((hit) => hit.id);
}

function note(parts: Partial<FullTextDocument>): FullTextDocument {
  return { title: 'Untitled', aliases: [], headings: [], tags: [], properties: [], chunks: [], ...parts };
}
