import { describe, expect, it } from 'vitest';
import { find, startEmbedded } from '../../meaning/embedding-test-kit.ts';
import type { EngineHost } from '../../engine/engine.ts';

const LONG = 'Rain and wind over the hills.\n\n'.repeat(30);

async function paths(engine: EngineHost, query: string, mode = 'hybrid', count = 1): Promise<string[]> {
  return (await find(engine, query, { mode })).slice(0, count).map(({ path }) => path);
}

/** Each has few of the words, and is nearer in meaning than a long note. */
const NEAR = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [`Near ${i}.md`, 'Vehicle, car: wine. Basement, beverage, drink.\n']),
);

describe('words in a row', () => {
  it('that several notes have are found in the order of full text', async () => {
    const shared = Object.fromEntries(
      ['D', 'C', 'B', 'A'].map((name, i) => [
        `${name}.md`,
        `${LONG.slice(0, 200 * (i + 1))}Hid an automobile under cellar wine.\n`,
      ]),
    );
    const engine = await startEmbedded({ ...NEAR, ...shared });
    const query = 'automobile under cellar wine';
    expect(await paths(engine, query, 'hybrid', 4)).toEqual(['D.md', 'C.md', 'B.md', 'A.md']);
    expect(await paths(engine, query, 'fulltext', 4)).toEqual(['D.md', 'C.md', 'B.md', 'A.md']);
  });
});

describe('a heading that is the query', () => {
  it('puts its notes first, in the order of full text', async () => {
    const headed = Object.fromEntries(
      ['D', 'C', 'B', 'A'].map((name, i) => [
        `${name}.md`,
        `# Cellar\n\n${LONG.slice(0, 150 * (4 - i))}${'A cellar. '.repeat(4 * (4 - i))}\n`,
      ]),
    );
    const engine = await startEmbedded({ ...NEAR, ...headed });
    expect(await paths(engine, 'cellar', 'hybrid', 4)).toEqual(await paths(engine, 'cellar', 'fulltext', 4));
  });
});

describe('the path of a note', () => {
  it('comes before notes that have it as a code', async () => {
    const others = { 'A.md': 'See cars-cellar/wine.\n', 'B.md': 'cars-cellar/wine, and cars-cellar/wine again.\n' };
    const engine = await startEmbedded({ ...NEAR, ...others, 'cars-cellar/wine.md': `${LONG}Cars, cellar.\n` });
    expect(await paths(engine, 'cars-cellar/wine')).toEqual(['cars-cellar/wine.md']);
  });
});

describe('a code', () => {
  it.each(['what does wine_7 do', 'where is wine_7?'])('is looked for without stop words: %s', async (query) => {
    const coded = Object.fromEntries(
      ['D', 'C', 'B', 'A'].map((name, i) => [
        `${name}.md`,
        `${LONG.slice(0, 150 * (4 - i))}${'A wine_7. '.repeat(4 * (4 - i))}\n`,
      ]),
    );
    const engine = await startEmbedded({ ...NEAR, ...coded });
    expect(await paths(engine, query, 'hybrid', 4)).toEqual(await paths(engine, query, 'fulltext', 4));
  });
});
