import { afterEach, describe, expect, it } from 'vitest';
import { Bench, find } from '../../../meaning/embedding-test-kit.ts';
import { searchBoxInput } from '../../../protocol/schemas/search-box.ts';
import type { EngineHost } from '../../../engine/engine.ts';

let bench: Bench;
afterEach(() => bench.remove());

async function start(files: Record<string, string>): Promise<EngineHost> {
  bench = await Bench.with(files);
  return bench.start({ createEmbedder: () => Promise.resolve(null), learnTerms: () => Promise.resolve(false) });
}

async function paths(engine: EngineHost, query: string, mode = 'fulltext'): Promise<string[]> {
  return (await find(engine, query, { mode })).map(({ path }) => path);
}

const SHED = {
  'Garden shed.md': 'Tools.\n',
  'Garden party.md': 'Cake.\n',
  'Greenhouse heating.md': 'See the garden, garden, garden.\n',
};

describe('a slip in a query', () => {
  it.each([
    ['in a name', 'Gardn shed', 'Garden shed.md'],
    ['in a short word of a name, as no other is called so', 'garden-shde', 'Garden shed.md'],
    ['in a name among other words', 'what did I write about the greenhuose', 'Greenhouse heating.md'],
  ])('%s is read as what was meant', async (_, query, path) => {
    const engine = await start(SHED);
    for (const mode of ['fulltext', 'hybrid']) expect((await paths(engine, query, mode))[0]).toBe(path);
    const box = await engine.searchBox(searchBoxInput.parse({ query: `${query} `, mode: 'words' }));
    expect(box.rows[0]?.path).toBe(path);
  });

  it('in a heading is read as what was meant, if a person types it', async () => {
    const engine = await start({ 'Plans.md': '## Orchard pruning\n\nIn March.\n', 'Diary.md': 'orchard, orchard\n' });
    const box = await engine.searchBox(searchBoxInput.parse({ query: 'orchard prunnig ', mode: 'words' }));
    expect(box.rows[0]?.path).toBe('Plans.md');
    expect((await paths(engine, 'orchard prunnig'))[0]).toBe('Diary.md');
  });

  it('is shown and marked as what was meant', async () => {
    const engine = await start({ ...SHED, 'Diary.md': `${'Rain all day. '.repeat(60)}We saw a greenhouse.\n` });
    const rows = await find(engine, 'saw greenhuose', { mode: 'fulltext' });
    expect(rows.find(({ path }) => path === 'Diary.md')?.excerpt).toContain('greenhouse');
    const box = await engine.searchBox(searchBoxInput.parse({ query: 'gardn shed', mode: 'words' }));
    expect(box.rows[0]).toMatchObject({
      path: 'Garden shed.md',
      titleRanges: [
        [0, 6],
        [7, 11],
      ],
    });
  });

  it('of several words is that of the one next to the same word', async () => {
    const engine = await start({
      'Tyre fitting.md': 'Wheels.\n',
      'Wall tiling.md': 'Grout.\n',
      'Boat tilling.md': 'Oars.\n',
    });
    expect((await paths(engine, 'my boat tiiling'))[0]).toBe('Boat tilling.md');
    expect((await paths(engine, 'my wall tiiling'))[0]).toBe('Wall tiling.md');
  });
});

const LONG_WORDS = {
  'Straßenbahnhaltestelle.md': 'Linie 5 fährt alle zehn Minuten.\n',
  'Einzug.md': 'Der Haustürschlüssel hängt im Flur. Mietvertrag und Kaution.\n',
  'Bücherregal.md': 'Aus Eiche.\n',
  'يوميات.md': 'شربت القهوة في المدينة القديمة.\n',
};

describe('a letter with two dots', () => {
  it('may be typed as two letters by a person, in a text as well', async () => {
    const engine = await start({ 'A.md': 'Frau Müller-Lüdenscheidt rief an.\n', 'B.md': 'Poem and pom.\n' });
    expect(await paths(engine, 'mueller')).toEqual([]);
    for (const query of ['Mueller ', 'mueller', 'muell', 'Luedenscheid']) {
      const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode: 'words' }));
      expect(rows.map(({ path, passages: [first] }) => [path, first?.ranges.length])).toEqual([['A.md', 1]]);
    }
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query: 'poem ', mode: 'words' }));
    expect(rows[0]?.passages[0]?.ranges).toEqual([[0, 4]]);
  });
});

describe('a word that no note has, but longer ones', () => {
  const box = async (engine: EngineHost, query: string): Promise<[string, string[]][]> => {
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode: 'words' }));
    return rows.map(({ path, title, titleRanges, passages: [first] }) => [
      path,
      [
        ...titleRanges.map(([start, end]) => title.slice(start, end)),
        ...(first?.ranges ?? []).map(([start, end]) => first?.excerpt.slice(start, end) ?? ''),
      ],
    ]);
  };

  it.each([
    ['at the end of one in a name', 'Haltestelle', 'Straßenbahnhaltestelle.md', ['Straßenbahnhaltestelle']],
    ['at the end of one that loses it in the index', 'Regal ', 'Bücherregal.md', ['Bücherregal']],
    ['while it is typed', 'haltes', 'Straßenbahnhaltestelle.md', ['Straßenbahnhaltestelle']],
    ['in a text, typed without its mark', 'schlussel ', 'Einzug.md', ['Haustürschlüssel']],
    ['behind the article', 'قهوة', 'يوميات.md', ['القهوة']],
    ['next to another', 'مدينة قديمة', 'يوميات.md', ['المدينة', 'القديمة']],
  ])('is found %s, if a person types it', async (_, query, path, marked) => {
    const engine = await start(LONG_WORDS);
    expect(await box(engine, query)).toEqual([[path, marked]]);
    expect(await paths(engine, query)).toEqual([]);
  });

  it('is not looked for in these if another word is found, if it is short, quoted or a slip, or another number', async () => {
    const engine = await start({ ...LONG_WORDS, 'Tür.md': 'Buche.\n', 'Halle.md': 'Groß.\n', '20231.md': 'Zahl.\n' });
    const pathsIn = async (query: string): Promise<string[]> => (await box(engine, query)).map(([path]) => path);
    expect(await pathsIn('Buche Haltestelle ')).toEqual(['Tür.md']);
    expect(await pathsIn('bahn ')).toEqual([]);
    expect(await pathsIn('"Haltestelle" ')).toEqual([]);
    expect(await pathsIn('Hallle ')).toEqual(['Halle.md']);
    expect(await pathsIn('0231 ')).toEqual([]);
  });
});

describe('a word is left as it is', () => {
  it.each([
    ['if a note has it', 'heat', { 'Heath.md': 'Walks.\n', 'A.md': 'heat\n' }, ['A.md']],
    ['if it is quoted', '"greenhuose"', SHED, []],
    ['if a star is behind it', 'greenhuos*', SHED, []],
    ['if it is a tag', '#greenhuose', SHED, []],
    ['if two names are as near', 'rom1', { 'Roam1.md': 'A.\n', 'Room1.md': 'B.\n' }, []],
    ['if it is another number', 'room2347', { 'Room2341.md': 'Chairs.\n' }, []],
    [
      'if it is short, and not next to the same words',
      'clock hands',
      { 'Lock.md': 'Keys.\n', 'A.md': 'hands\n' },
      ['A.md'],
    ],
    ['if it is two letters away', 'promises', { 'Profiles.md': 'Faces.\n' }, []],
  ])('%s', async (_, query, files, found) => {
    const engine = await start(files);
    expect(await paths(engine, query)).toEqual(found);
  });
});

describe('a last word that no note has', () => {
  const NOTES = { 'A.md': 'Leeks in winter.\n', 'B.md': 'Leeks, leeks, leeks.\n', 'Wine.md': 'Red.\n' };

  it.each([
    ['is the beginning of those that begin so', 'leeks wi', 'B.md'],
    ['even if a name is a letter away', 'leeks wint', 'A.md'],
    ['but not before a full stop or a blank', 'leeks wint.', 'B.md'],
    ['nor if nothing begins so', 'leeks wintr', 'B.md'],
  ])('%s', async (_, query, path) => {
    const engine = await start(NOTES);
    for (const mode of ['fulltext', 'hybrid']) expect((await paths(engine, query, mode))[0]).toBe(path);
    expect((await paths(engine, `${query} `))[0]).toBe('B.md');
  });

  it('means itself if it is the only one', async () => {
    const engine = await start(NOTES);
    expect(await paths(engine, 'wint')).toEqual([]);
  });

  it('is the beginning of one in a query with a slip', async () => {
    const engine = await start({ ...SHED, 'Sheds.md': 'Roof.\n' });
    expect((await paths(engine, 'my greenhuose heat'))[0]).toBe('Greenhouse heating.md');
  });
});
