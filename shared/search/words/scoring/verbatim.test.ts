import { describe, expect, it } from 'vitest';
import type { FullTextDocument, FullTextSearchOptions } from '../fulltext-types.ts';
import { indexOf, note } from '../search-test-kit.ts';

const SENTENCE = 'The river freezes in the coldest and darkest weeks of January';

/** Each note that was found, with where it alone has the query. */
function verbatim(
  query: string,
  notes: (FullTextDocument | string)[],
  filter?: FullTextSearchOptions['filter'],
): object {
  const options = { limit: 100, ...(filter === undefined ? {} : { filter }) };
  const hits = indexOf(notes).search(query, options);
  return Object.fromEntries(hits.map((hit) => [hit.id, hit.verbatim]));
}

describe('a note that alone has the words of a query together', () => {
  it('has them in a property, two are enough, or in its text, six or more', () => {
    const described = note({ properties: ['Cleaning the slate'], chunks: ['rm and more'] });
    expect(verbatim('cleaning the slate', [described, 'a slate, and cleaning'])).toEqual({ 0: 'property', 1: null });
    expect(verbatim(SENTENCE, [`${SENTENCE}.`, 'the coldest weeks: January'])).toEqual({ 0: 'text', 1: null });
    expect(verbatim('the coldest weeks', ['In the coldest weeks.', 'weeks'])).toEqual({ 0: null, 1: null });
    expect(verbatim('slate', [described])).toEqual({ 0: null });
  });

  it('may have a phrase of three words by chance, and fewer say nothing', () => {
    const notes = ['In the coldest and darkest weeks.', 'coldest weeks, darkest'];
    expect(verbatim('coldest and darkest weeks', notes)).toEqual({ 0: 'phrase', 1: null });
    expect(verbatim('darkest weeks', notes)).toEqual({ 0: null, 1: null });
  });

  it('has them in this order, as far apart as in the query', () => {
    const notes = [note({ properties: ['slate cleaning'] }), note({ properties: ['cleaning old slate'] })];
    expect(verbatim('cleaning slate', notes)).toEqual({ 0: null, 1: null });
  });

  it('is the only one, of those that are asked for', () => {
    const notes = [note({ properties: [SENTENCE] }), `${SENTENCE}.`];
    expect(verbatim(SENTENCE, notes)).toEqual({ 0: null, 1: null });
    expect(verbatim(SENTENCE, notes, (id) => id === 0)).toEqual({ 0: 'property' });
    expect(verbatim(SENTENCE, [note({ properties: [SENTENCE], chunks: [SENTENCE] })])).toEqual({ 0: 'property' });
  });

  it('names the chunk that has them', () => {
    const chunks = ['coldest coldest January, river, river', `Then: ${SENTENCE.toLowerCase()}.`, 'weeks, river'];
    const index = indexOf([note({ chunks })]);
    expect(index.search(SENTENCE, { limit: 1 })[0]).toMatchObject({ chunk: 1, verbatim: 'text' });
    const marked = index.searchChunks(SENTENCE, { limit: 9 }).filter((hit) => hit.verbatim !== null);
    expect(marked.map(({ chunk }) => chunk)).toEqual([1]);
  });
});

describe('a query whose last word is not finished', () => {
  const notes = ['In the coldest and darkest weeks.', 'coldest weeks, darkest', 'a weekend'];

  it('is together in the only note where a word goes on like this after the others', () => {
    expect(verbatim('coldest and darkest wee', notes)).toEqual({ 0: 'phrase', 1: null });
    expect(verbatim('the coldest and darkest week', [...notes, 'week'])).toMatchObject({ 0: 'phrase' });
    expect(verbatim(SENTENCE.slice(0, -3), [`${SENTENCE}.`, 'the coldest weeks: January'])).toEqual({
      0: 'text',
      1: null,
    });
    expect(verbatim('coldest and darkest weeks imp', ['coldest and darkest weeks, important', 'weeks imply'])).toEqual({
      0: 'phrase',
      1: null,
    });
  });

  it('is all there, in that note', () => {
    const index = indexOf(notes);
    for (const hits of [
      index.search('coldest and darkest wee', { limit: 9 }),
      index.searchChunks('coldest and darkest wee', { limit: 9 }),
    ])
      expect(Object.fromEntries(hits.map(({ id, coverage }) => [id, coverage === 1]))).toEqual({ 0: true, 1: false });
  });

  it('is nowhere if it says that it is finished, is too short, or several notes go on like this', () => {
    for (const query of [
      'coldest and darkest wee ',
      'coldest and darkest wee.',
      '"coldest and darkest wee"',
      'darkest wee',
    ])
      expect(Object.values(verbatim(query, notes)), query).not.toContain('phrase');
    expect(verbatim('coldest and darkest wee', [...notes, 'the coldest and darkest weekend'])).toEqual({
      0: null,
      1: null,
      3: null,
    });
  });

  it('gives way to a note that has it as it is', () => {
    expect(verbatim('coldest and darkest wee', [...notes, 'coldest and darkest wee'])).toEqual({
      0: null,
      1: null,
      3: 'phrase',
    });
  });
});
