import { describe, expect, it } from 'vitest';
import { find, startEmbedded } from '../../../meaning/embedding-test-kit.ts';
import { searchBoxInput } from '../../../protocol/schemas/search-box.ts';

const LONG = 'Rain and wind over the hills.\n\n'.repeat(30);

/** So many notes that have these words again and again. */
function others(count: number, name: string, words: string): Record<string, string> {
  const notes = Array.from({ length: count }, (_, i) => [`${name} ${i}.md`, `${words} ${words} ${words}\n`]);
  return Object.fromEntries(notes) as Record<string, string>;
}

describe('a note that is called as the query', () => {
  const files = {
    ...others(12, 'Mock agent', 'agent'),
    'Agent.md': LONG,
    ...others(12, 'Strict null checks', 'null assertion'),
    'no-null-assertion.md': LONG,
    'Titled.md': `---\ntitle: Dispatcher\naliases: [Sender]\n---\n${LONG}`,
    ...others(12, 'Dispatcher of letters', 'dispatcher sender'),
  };

  it.each(['fulltext', 'hybrid'])('comes first, however much others have its words: %s', async (mode) => {
    const engine = await startEmbedded(files);
    for (const [query, path] of [
      ['agent', 'Agent.md'],
      ['No null assertion', 'no-null-assertion.md'],
      ['dispatcher', 'Titled.md'],
      ['sender', 'Titled.md'],
    ] as const)
      for (const unique of ['notes', 'chunks']) {
        const rows = await find(engine, query, { mode, unique, limit: 3 });
        expect(rows[0]?.path, query).toBe(path);
        expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).sort((a, b) => b - a));
        expect(rows.slice(1).map((row) => row.path)).not.toContain(unique === 'notes' ? path : '');
      }
  });

  it.each(['words', 'both'] as const)('comes first in the box of the app from its last letter on: %s', async (mode) => {
    const engine = await startEmbedded({
      ...others(12, 'Mock go', 'go'),
      'Go.md': LONG,
      'R1.md': LONG,
      ...Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`R1${i}.md`, 'R1 R10 R11 R12 R13\n'])),
      ...others(12, 'Mock agent', 'agent'),
      'Agent.md': LONG,
    });
    for (const [query, path] of [
      ['Go', 'Go.md'],
      ['r1', 'R1.md'],
      ['agent', 'Agent.md'],
    ] as const) {
      const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode, prefix: true }));
      expect(rows[0]?.path).toBe(path);
    }
  });

  it('is not found where the search does not look', async () => {
    const engine = await startEmbedded(files);
    const rows = await find(engine, 'agent', { mode: 'fulltext', directory: 'Elsewhere' });
    expect(rows).toEqual([]);
  });
});

describe('a note whose path is the query', () => {
  const files = {
    ...Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => [`Work/Area ${i}/Index.md`, `Part ${i}. [[Area ${(i + 1) % 24}/Index]]\n`]),
    ),
    'Work/Area 3/Plan for spring.md': LONG,
    'Sub/Titled.md': `---\ntitle: Dispatcher\n---\n${LONG}`,
    ...others(12, 'Near', 'Work, area 3, index, sub titled plan'),
  };

  it.each(['words', 'both'] as const)('comes first in the box of the app while it is typed: %s', async (mode) => {
    const engine = await startEmbedded(files);
    for (const [query, path] of [
      ['Area 3/Index', 'Work/Area 3/Index.md'],
      ['area 3/ind', 'Work/Area 3/Index.md'],
      ['area 3/in', 'Work/Area 3/Index.md'],
      ['Work/Area 3/Index.md', 'Work/Area 3/Index.md'],
      ['work/area 3/plan f', 'Work/Area 3/Plan for spring.md'],
      ['Sub/Titled', 'Sub/Titled.md'],
    ] as const) {
      const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode, prefix: true }));
      expect([query, rows[0]?.path]).toEqual([query, path]);
      expect(rows.filter((row) => row.path === path)).toHaveLength(1);
    }
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query: 'rea 3/Index', mode, prefix: true }));
    expect(rows.slice(0, 1).map(({ path }) => path)).not.toEqual(['Work/Area 3/Index.md']);
  });

  it.each(['words', 'both'] as const)(
    'comes first with blanks for slashes, too, once it is typed: %s',
    async (mode) => {
      const engine = await startEmbedded({
        ...files,
        ...others(12, 'Others', 'index area 7'),
        'Work area 5 Index.md': LONG,
        'Work/Gärten/Nord und Süd.md': LONG,
      });
      for (const [query, path] of [
        ['Area 7 Index', 'Work/Area 7/Index.md'],
        ['work area 7 index', 'Work/Area 7/Index.md'],
        ['area 3 plan for spring', 'Work/Area 3/Plan for spring.md'],
        ['GÄRTEN Nord und Süd', 'Work/Gärten/Nord und Süd.md'],
        ['work area 5 index', 'Work area 5 Index.md'],
      ] as const) {
        const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode, prefix: true }));
        expect([query, rows[0]?.path]).toEqual([query, path]);
      }
    },
  );

  it.each(['fulltext', 'hybrid'])('comes first, with the best score: %s', async (mode) => {
    const engine = await startEmbedded(files);
    for (const unique of ['notes', 'chunks']) {
      const rows = await find(engine, 'Area 3/Index', { mode, unique, limit: 5 });
      expect(rows[0]?.path).toBe('Work/Area 3/Index.md');
      expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).sort((a, b) => b - a));
    }
    expect(await find(engine, 'Area 3/Index', { mode, directory: 'Elsewhere' })).toEqual([]);
  });
});

describe('a note whose name is part of the query', () => {
  it('is not lost among those that are nearer in meaning', async () => {
    const engine = await startEmbedded({ ...others(12, 'Near', 'hello please'), 'Lilac.md': LONG });
    const rows = await find(engine, 'please say hello about the lilac, hallo, helo', { mode: 'hybrid', limit: 2 });
    expect(rows.map(({ path }) => path)).toContain('Lilac.md');
  });
});

describe('a note with a heading that is the query', () => {
  it('comes first, unless others have such a heading', async () => {
    const files = { ...others(12, 'Near', 'errors, handlers'), 'Guide.md': `${LONG}# Handle errors\n\n${LONG}` };
    const engine = await startEmbedded(files);
    const [row] = await find(engine, 'handle errors', { mode: 'hybrid' });
    expect(row).toMatchObject({ path: 'Guide.md', line: LONG.split('\n').length });
  });
});

describe('a heading that is the query', () => {
  const files = {
    'Guide.md': `${LONG}# User input\n\nAsk.\n\n${LONG}\n\nUser: user input.\n\n# Others\n\nInputs of the user: user inputs, input by users.\n`,
  };
  const line = LONG.split('\n').length;

  it.each(['fulltext', 'hybrid'])(
    'is where its note is shown, even if another passage has more of it: %s',
    async (mode) => {
      const engine = await startEmbedded(files);
      expect((await find(engine, 'user input', { mode }))[0]).toMatchObject({
        line,
        excerpt: expect.stringMatching(/^Ask/) as string,
      });
      expect((await find(engine, 'inputs of the user', { mode }))[0]?.excerpt).toContain('Inputs of the user');
    },
  );

  it('is where the search box leads', async () => {
    const engine = await startEmbedded(files);
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query: 'user input', mode: 'words' }));
    expect(rows[0]?.passages[0]).toMatchObject({ line, heading: 'User input' });
  });
});

describe('a name in a program', () => {
  it('is first found where full text finds it first', async () => {
    const name = 'max_retry_count';
    const engine = await startEmbedded({
      ...others(12, 'Near', 'retry count'),
      'Code.md': `---\naliases: [All about ${name}]\n---\n${LONG}It is ${name}.\n`,
    });
    expect((await find(engine, name, { mode: 'fulltext' }))[0]?.path).toBe('Code.md');
    expect((await find(engine, name, { mode: 'hybrid' }))[0]?.path).toBe('Code.md');
  });
});

describe('the name of a note with one of its headings', () => {
  it.each(['words', 'both'] as const)('leads to that heading, in either order: %s', async (mode) => {
    const filler = (of: string): string => `Cairo is known for its ${of}.\n\n${LONG}`;
    const engine = await startEmbedded({
      'Egypt/Cairo.md': `---\naliases: [Al Qahira]\n---\n# Cairo\n\n${filler('streets')}\n## Climate\n\nSun.\n\n${LONG}\n## Cairo\n\n${filler('name')}`,
      'Beirut.md': '# Beirut\n\nA town.\n\n## Climate\n\nMild.\n',
    });
    for (const query of ['cairo climate', 'Climate, Cairo', 'al qahira climate']) {
      const { rows } = await engine.searchBox(searchBoxInput.parse({ query, mode, prefix: true }));
      expect(rows[0]?.passages[0], query).toMatchObject({ heading: 'Climate', line: 69 });
    }
    for (const query of ['cairo climate', 'Climate, Cairo', 'al qahira climate']) {
      const [found] = await find(engine, query, { mode: mode === 'words' ? 'fulltext' : 'hybrid' });
      expect(found, query).toMatchObject({ path: 'Egypt/Cairo.md', line: 69 });
    }
  });
});
