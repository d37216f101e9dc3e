import { describe, expect, it } from 'vitest';
import { searchBoxInput } from '../../../protocol/schemas/search-box.ts';
import { find, startEmbedded } from '../../../meaning/embedding-test-kit.ts';
import { hasAskedTags } from './asked-tags.ts';

const LONG = 'Rain and wind over the hills.\n\n'.repeat(30);

/** Many notes that speak of cellars, and three that have the tag. */
const FILES = {
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`Cellar ${i}.md`, '# Cellar\n\nThe cellar, a cellar, cellars.\n']),
  ),
  'In text.md': `${LONG}#cellar\n`,
  'In properties.md': `---\ntags: [Cellar]\n---\n${LONG}`,
  'Nested.md': `${LONG}#cellar/wine\n`,
  'Other.md': `${LONG}#cellars\n`,
};
const TAGGED = ['In properties.md', 'In text.md', 'Nested.md'];

describe('a query of a tag alone', () => {
  it.each(['fulltext', 'hybrid'])('finds the notes that have it first, nested ones too: %s', async (mode) => {
    const engine = await startEmbedded(FILES);
    const paths = async (query: string, limit = 3): Promise<string[]> =>
      (await find(engine, query, { mode, limit })).map(({ path }) => path);
    for (const query of ['#cellar', ' #CELLAR ', 'tag:cellar', 'tag:#cellar', '＃cellar', '#cellar/'])
      expect((await paths(query)).sort(), query).toEqual(TAGGED);
    expect(await paths('#cellar/wine', 1)).toEqual(['Nested.md']);
    expect(await paths('#cellar #cellar/wine', 1)).toEqual(['Nested.md']);
    expect(await paths('cellar', 1)).not.toEqual(['Nested.md']);
  });

  it.each(['fulltext', 'hybrid'])('finds others after them, each once, with scores that fall: %s', async (mode) => {
    const engine = await startEmbedded(FILES);
    for (const unique of ['notes', 'chunks']) {
      const rows = await find(engine, '#cellar', { mode, unique, limit: 15 });
      const last = rows.map(({ path }) => TAGGED.includes(path)).lastIndexOf(true);
      expect(rows.slice(0, last).every(({ path }) => TAGGED.includes(path))).toBe(true);
      expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).sort((a, b) => b - a));
      if (unique === 'notes') expect(new Set(rows.map(({ path }) => path)).size).toBe(15);
    }
  });

  it('finds them even if more notes than are ranked have its words more often', async () => {
    const engine = await startEmbedded(FILES);
    const rows = await find(engine, '#cellar', { mode: 'fulltext', limit: 2 });
    expect(rows).toHaveLength(2);
    expect(rows.every(({ path }) => TAGGED.includes(path))).toBe(true);
    expect(await find(engine, '#cellar', { mode: 'fulltext', directory: 'Elsewhere' })).toEqual([]);
  });

  it.each(['words', 'both'] as const)('finds them first in the box of the app: %s', async (mode) => {
    const engine = await startEmbedded(FILES);
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query: '#cellar', mode, prefix: true, limit: 3 }));
    expect(rows.map(({ path }) => path).sort()).toEqual(TAGGED);
  });
});

describe('whether a note has the tags asked for', () => {
  it('is not asked if there is more to the query', () => {
    for (const query of ['', 'cellar', '#cellar wine', '"#cellar"', '#', 'tag:', 'C#', '# cellar'])
      expect(hasAskedTags(query), query).toBeNull();
  });

  it('takes no word for the tag that it begins', () => {
    const has = hasAskedTags('#cellar');
    expect(has?.({ tags: ['cellars', 'wine/cellar'] })).toBe(false);
    expect(has?.({ tags: ['CELLAR/wine'] })).toBe(true);
  });
});
