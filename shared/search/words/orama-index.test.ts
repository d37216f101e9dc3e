import { insert, remove, search } from '@orama/orama';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { NoteFullText } from './fulltext.ts';
import { InvertedIndex } from './inverted-index.ts';
import { OramaNotes } from './orama-index.ts';
import { note } from './search-test-kit.ts';

const TEXTS = ['oak', 'oak ash', '"oak"', 'wi-fi', 'o*', 'tree oak', '', '...', '知识'];

describe('full text through Orama', () => {
  it('answers exactly as the engine behind it, after any changes', () => {
    const engine = new InvertedIndex();
    const index = new NoteFullText();
    for (let i = 0; i < 300; i += 1) {
      const id = (i * 7) % 90;
      if (i % 5 === 4) {
        engine.remove(id);
        index.remove(id);
      } else {
        const document = note({ title: `oak ${id}`, chunks: [`tree ${i % 3 === 0 ? 'ash wi-fi' : '知识库'}`] });
        runSteps(engine.insert(id, document));
        runSteps(index.insert(id, document));
      }
      if (i % 60 === 59) {
        runSteps(engine.freeze(`segment ${i}`));
        runSteps(index.freeze(`segment ${i}`));
      }
    }
    expect(index.size).toBe(engine.size);
    for (const text of TEXTS) {
      const filter = (id: number): boolean => id % 4 !== 0;
      for (const options of [
        { limit: 12, filter },
        { limit: 12, filter, order: (a: number, b: number) => b - a },
      ])
        expect(index.search(text, options)).toEqual(engine.search(text, options));
    }
  });

  it('keeps its names and the numbers of notes in step when notes leave, return, and come with a segment', () => {
    const saved = new NoteFullText();
    for (const id of [40, 7, 900]) runSteps(saved.insert(id, note({ chunks: ['oak'] })));
    const bytes = runSteps(saved.freeze('a'));
    const index = new NoteFullText();
    runSteps(index.insert(7, note({ chunks: ['ash'] })));
    index.remove(7);
    index.attach('a', bytes);
    index.remove(40);
    runSteps(index.insert(40, note({ chunks: ['ash'] })));
    expect(index.search('oak', { limit: 5 }).map((hit) => hit.id)).toEqual([7, 900]);
    expect(index.search('ash', { limit: 5 }).map((hit) => hit.id)).toEqual([40]);
  });

  it('keeps a note that was emptied of all words, and can remove it', () => {
    const index = new NoteFullText();
    runSteps(index.insert(1, note({ title: '' })));
    expect(index.size).toBe(1);
    index.remove(1);
    index.remove(1);
    expect(index.size).toBe(0);
  });
});

describe('the Orama instance itself', () => {
  it('inserts, searches and removes by its own API', () => {
    const engine = new InvertedIndex();
    const { orama } = new OramaNotes(engine);
    void insert(orama, {
      id: '3',
      title: 'Oak',
      aliases: [],
      headings: [],
      chunks: ['a tree'],
      tags: [],
      properties: [],
    });
    expect(engine.search('tree', { limit: 5 }).map((hit) => hit.id)).toEqual([3]);
    expect(search(orama, { term: 'tree' })).toMatchObject({ count: 1, hits: [{ id: '3', document: { id: '3' } }] });
    expect(() =>
      insert(orama, { id: '3', title: 'Twice', aliases: [], headings: [], chunks: [], tags: [], properties: [] }),
    ).toThrow();
    expect(remove(orama, '3')).toBe(true);
    expect(engine.size).toBe(0);
  });

  it('says so if asked for something unsupported', () => {
    const { orama } = new OramaNotes(new InvertedIndex());
    expect(() => search(orama, { term: 'tree', where: { title: 'Oak' } })).toThrow(/does not do that/);
  });
});
