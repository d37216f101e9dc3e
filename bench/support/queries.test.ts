import { describe, expect, it } from 'vitest';
import { makeQueries } from './queries.ts';

const NOTES = [
  {
    title: 'Winter garden',
    text: '---\nsecret: frontmatter\n---\n# What to plant\n\nGarlic and broad beans go in before the frost comes.\n',
  },
  { title: 'Compost', text: '## Layers\n\nGreen on brown, brown on green, and leave it alone for a year.\n' },
  { title: '種まき', text: '春に種をまく。\n' },
];

describe('queries', () => {
  it('are distinct, and the same for the same seed', () => {
    const queries = makeQueries(NOTES, 20, 3);
    expect(new Set(queries).size).toBe(20);
    expect(makeQueries(NOTES, 20, 3)).toEqual(queries);
    expect(makeQueries(NOTES, 20, 4)).not.toEqual(queries);
  });

  it('are made of titles, headings and adjacent words, and not of frontmatter', () => {
    const queries = makeQueries(NOTES, 60, 1);
    expect(queries).toEqual(expect.arrayContaining(['Winter garden', 'Compost', '種まき', 'What to plant', 'Layers']));
    expect(queries.filter((query) => query.includes('frontmatter'))).toEqual([]);
    expect(queries.every((query) => query.split(' ').length <= 5)).toBe(true);
  });

  it('are fewer if the vault has no more', () => {
    expect(makeQueries([{ title: 'One', text: '' }], 10, 1)).toEqual(['One']);
    expect(makeQueries([], 10, 1)).toEqual([]);
  });
});
