import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import type { NextAction } from '../protocol/schemas/common.ts';
import type { DqlResult } from '../protocol/schemas/live.ts';
import { ALL_TOOLS } from './all-tools.ts';
import { parseArguments } from './call/arguments.ts';
import { LIVE_METHODS } from '../protocol/live-routes.ts';
import type { LiveApp } from './live/live-app.ts';
import { round4 } from './read/round.ts';
import { runTool } from './call/run-tool.ts';
import { SAMPLE_VAULT, sampleEngine } from './test-support/sample-engine.ts';
import type { ToolContext } from './tool.ts';

const everyTool = new Set([...ALL_TOOLS.map(({ name }) => name), 'create_note']);

describe('search', () => {
  it('suggests reading the top hit, or the top three at once, and the connections of the top hit', async () => {
    expect(await suggestions('search', { query: 'spoke', limit: 5 })).toEqual([
      ['read_note', { name: 'Hub.md', mode: 'full' }],
      ['read_note', { names: ['Hub.md', 'Spoke 0.md', 'Spoke 1.md'], mode: 'full' }],
      ['find_connections', { name: 'Hub.md' }],
    ]);
  });

  it('suggests a simpler query if nothing was found', async () => {
    expect(await suggestions('search', { query: '"zzz yyy"', mode: 'fulltext' })).toEqual([
      ['search', { query: 'zzz yyy', mode: 'fulltext' }],
    ]);
  });

  it('suggests words that notes have in place of a simpler query', async () => {
    const search = () => Promise.resolve({ rows: [], match: 'weak' as const, instead: 'zzz* yyy' });
    const { context } = await call('search', { query: 'zzz yyy', tag: 'x' }, { engine: { ...sampleEngine(), search } });
    const { next_actions: actions } = context as { next_actions: NextAction[] };
    expect(actions.map(({ args }) => args)).toEqual([{ query: 'zzz* yyy', tag: 'x' }, { query: 'zzz yyy' }]);
  });

  it('suggests the whole vault if a filter may be the reason', async () => {
    expect(await suggestions('search', { query: 'zzz', tag: 'x' })).toEqual([['search', { query: 'zzz' }]]);
  });

  it('suggests nothing if nothing is left to try', async () => {
    expect(await suggestions('search', { query: 'zzz' })).toEqual([]);
  });

  it('says how much of the query was found, and how a row is opened in the app', async () => {
    const { context } = await call('search', { query: 'spoke' }, { vaultName: 'My notes & more' });
    expect(context).toMatchObject({
      state: { match: 'strong', uri: 'obsidian://open?vault=My%20notes%20%26%20more&file={path}' },
    });
    expect(await call('search', { query: 'zzz' })).toMatchObject({ data: [], context: { state: { match: 'weak' } } });
  });

  it('passes on what was read as words, and suggests the arguments that were probably meant', async () => {
    const engine = {
      ...sampleEngine(),
      search: async () => ({ rows: [], match: 'weak' as const, embedded: 0.05, hints: ['Read as words.'] }),
    };
    const { context } = await call(
      'search',
      { query: 'tag:#garden folder:"My Notes" hub', mode: 'semantic' },
      { engine },
    );
    expect(context).toMatchObject({
      hint: expect.stringMatching(/^Read as words\. .*`variants`.* Only 5 %/) as string,
      state: { embedded: 0.05 },
    });
    expect((context as { next_actions: NextAction[] }).next_actions[0]).toMatchObject({
      tool: 'search',
      args: { query: 'hub', mode: 'semantic', tag: 'garden', directory: 'My Notes' },
    });
    expect(await suggestions('search', { query: 'tag:garden' })).toContainEqual(['list_notes', { tag: 'garden' }]);
  });

  it('says so if the rows are merely the nearest available', async () => {
    const row = { path: 'Hub.md', title: 'Hub', score: 0.2, excerpt: '', matchedBy: ['semantic' as const] };
    const engine = { ...sampleEngine(), search: async () => ({ rows: [row], match: 'weak' as const }) };
    expect(await call('search', { query: 'xqzv blorf' }, { engine })).toMatchObject({
      context: { hint: expect.stringContaining('may be about something else') as string },
    });
  });

  it('rounds scores to four digits', async () => {
    const { data } = await call('search', { query: 'hub' });
    expect(data).toMatchObject([{ path: 'Hub.md', score: 0.3333 }]);
  });
});

describe('read_note', () => {
  it('suggests reading the text, writing what is missing, then the connections of what it links to', async () => {
    expect(await suggestions('read_note', { name: 'Hub' })).toEqual([
      ['read_note', { name: 'Hub.md', mode: 'full' }],
      ['create_note', { title: 'Lisbon', directory: 'trips', content: 'Linked from [[Hub]].\n' }],
      ['find_connections', { name: 'Spoke 0.md' }],
    ]);
  });

  it('suggests writing a stub itself', async () => {
    expect(await suggestions('read_note', { name: '_stub/trips/Lisbon.md' })).toEqual([
      ['create_note', { title: 'Lisbon', directory: 'trips', content: 'Linked from [[Hub]].\n' }],
    ]);
  });

  it('names only tools that the client can see', async () => {
    const listed = new Set(['find_connections']);
    expect((await suggestions('read_note', { name: 'Hub' }, listed)).map(([tool]) => tool)).not.toContain(
      'create_note',
    );
  });
});

describe('find_connections', () => {
  it('says where it started and how many neighbours there are', async () => {
    const { context } = await call('find_connections', { name: 'Hub', depth: 2 });
    expect(context).toMatchObject({ state: { last_connections_root: 'Hub.md', last_connections_count: 12 } });
  });

  it('suggests the themes of a large neighbourhood and the way to the farthest note', async () => {
    expect(await suggestions('find_connections', { name: 'Hub', depth: 2 })).toEqual([
      ['detect_themes', {}],
      ['find_path_between', { from: 'Hub.md', to: 'Far/Rim.md' }],
    ]);
  });

  it('suggests and counts the same for the subgraph', async () => {
    const result = await call('find_connections', { name: 'Hub', depth: 2, returnSubgraph: true });
    expect(result).toMatchObject({
      data: { nodes: expect.arrayContaining([{ path: 'Hub.md', title: 'Hub', hop: 0 }]) },
      context: {
        state: { last_connections_count: 12 },
        next_actions: [{ tool: 'detect_themes' }, { tool: 'find_path_between' }],
      },
    });
  });

  it('includes stubs in the way to one', async () => {
    const [last] = (await suggestions('find_connections', { name: 'Spoke 1', depth: 2, includeStubs: true })).slice(-1);
    expect(last?.[0]).toBe('find_path_between');
    const toStub = await suggestions('find_connections', { name: 'A', depth: 2, includeStubs: true }, everyTool, {
      'A.md': { text: '', links: ['B.md'] },
      'B.md': { text: '', links: ['_stub/C.md'] },
    });
    expect(toStub).toEqual([['find_path_between', { from: 'A.md', to: '_stub/C.md', includeStubs: true }]]);
  });

  it('suggests nothing for a note on its own', async () => {
    expect(await suggestions('find_connections', { name: 'Island' })).toEqual([]);
  });
});

describe('every suggestion', () => {
  it('can be called as it stands', async () => {
    const actions = (
      await Promise.all([
        ...Object.keys(SAMPLE_VAULT).flatMap((name) => [
          nextActions('read_note', { name }),
          nextActions('find_connections', { name, depth: 3 }),
          nextActions('find_connections', { name, depth: 3, includeStubs: true, returnSubgraph: true }),
          nextActions('search', { query: name }),
        ]),
        nextActions('search', { query: 'no-such "words in here"', directory: 'x', tag: 'y' }),
      ])
    ).flat();
    const callable = actions.filter(({ tool }) => tool !== 'create_note');
    expect(callable.length).toBeGreaterThan(20);
    for (const action of callable) {
      const tool = ALL_TOOLS.find(({ name }) => name === action.tool);
      if (tool === undefined) throw new Error(`${action.tool} is not a tool`);
      expect(() => parseArguments(tool, action.args)).not.toThrow();
      await expect(call(action.tool, action.args)).resolves.toBeDefined();
    }
  });
});

describe('the graph tools', () => {
  it('round ranks and modularity', async () => {
    expect(await call('rank_notes')).toMatchObject({ influence: [{ score: 0.01235 }], bridging: [{ score: 0.3333 }] });
    expect(await call('detect_themes')).toMatchObject({ modularity: 0.1235 });
  });

  it.each([
    [0.000012345678, 0.00001235],
    [123456.7, 123500],
    [0, 0],
    [1, 1],
  ])('rounding %d gives %d', (value, rounded) => {
    expect(round4(value)).toBe(rounded);
  });
});

describe('the live tools', () => {
  it('pass on the query, and the timeout separately', async () => {
    const asked: unknown[] = [];
    const live: LiveApp = {
      ...closedApp(),
      dql: async (query, { timeoutMs }) => {
        asked.push(query, timeoutMs);
        return { kind: 'list', values: ['a.md'] };
      },
    };
    expect(await call('dql_query', { query: 'LIST', timeoutMs: 5 }, { live })).toEqual({
      kind: 'list',
      values: ['a.md'],
    });
    expect(asked).toEqual([{ query: 'LIST' }, 5]);
  });

  it('are bounded, no matter what the app sends', async () => {
    const live: LiveApp = {
      ...closedApp(),
      dql: async () => ({
        kind: 'table',
        headers: ['File', 'Text'],
        rows: Array.from({ length: 20_000 }, (_, n) => [`${n}.md`, 'text '.repeat(n % 9)]),
      }),
      base: async () => ({
        view: 'All',
        rows: Array.from({ length: 5_000 }, (_, n) => ({ file: { name: `${n}`, path: `${n}.md` }, rate: Infinity })),
        total: 6_000,
        executedAt: '2026-01-01T00:00:00.000Z',
      }),
    };
    const table = await call('dql_query', { query: 'TABLE text' }, { live });
    expect(table).toMatchObject({ kind: 'table', truncated: true, total: 20_000 });
    const base = await call('base_query', { file: 'a.base', view: 'All' }, { live });
    expect(base).toMatchObject({
      truncated: true,
      total: 6_000,
      rows: expect.arrayContaining([{ file: { name: '0', path: '0.md' }, rate: 'Infinity' }]) as unknown,
    });
    for (const answer of [table, base]) expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(48_000);
  });

  it('let `file` win over `yaml`', async () => {
    const asked: unknown[] = [];
    const live: LiveApp = {
      ...closedApp(),
      base: async (query) => {
        asked.push(query);
        return { view: query.view, rows: [], total: 0, executedAt: '2024-01-01T00:00:00.000Z' };
      },
    };
    await call('base_query', { file: 'a.base', yaml: 'views: {}', view: 'All' }, { live });
    expect(asked).toEqual([{ file: 'a.base', view: 'All', timeoutMs: 30_000, rowBytes: 48_000 }]);
  });

  it('need `file` or `yaml` for a base', async () => {
    await expect(call('base_query', { view: 'All' })).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('`file` or `yaml`'),
    });
  });

  it('accept each kind of query result, nested tasks included, and nothing in between', async () => {
    const item = { task: true, text: 't', path: 'a.md', line: 3, tags: [], status: ' ', children: [] };
    const results: DqlResult[] = [
      { kind: 'table', headers: ['File'], rows: [['a.md', 1, null]] },
      { kind: 'list', values: [] },
      { kind: 'task', items: [{ ...item, children: [item] }] },
      { kind: 'calendar', events: [{ date: '2024-01-01', link: 'a.md' }] },
    ];
    for (const result of results) {
      expect(await call('dql_query', { query: 'x' }, { live: { ...closedApp(), dql: async () => result } })).toEqual(
        result,
      );
    }
    const headless = { kind: 'table', values: [] } as unknown as DqlResult;
    await expect(
      call('dql_query', { query: 'x' }, { live: { ...closedApp(), dql: async () => headless } }),
    ).rejects.toMatchObject({ code: 'internal' });
  });

  it('accept an editor without a note', async () => {
    expect(
      await call('active_note', {}, { live: { ...closedApp(), activeNote: async () => ({ path: null }) } }),
    ).toEqual({ path: null });
  });
});

describe('a result of the wrong shape', () => {
  it('is an error of ours, not of the client', async () => {
    const engine = { ...sampleEngine(), listNotes: async () => ({ notes: [{ path: 1 }], total: 1 }) as never };
    await expect(call('list_notes', {}, { engine })).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('notes.0.path'),
    });
  });
});

async function call(
  name: string,
  args: unknown = {},
  overrides: Partial<ToolContext> = {},
): Promise<Record<string, unknown>> {
  const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`No tool ${name}`);
  return runTool(tool, parseArguments(tool, args), {
    engine: sampleEngine(),
    live: closedApp(),
    writing: () => Promise.reject(new Error('Nothing is written here.')),
    listedTools: everyTool,
    signal: new AbortController().signal,
    ...overrides,
  });
}

async function nextActions(name: string, args: unknown, overrides: Partial<ToolContext> = {}): Promise<NextAction[]> {
  const { context } = (await call(name, args, overrides)) as { context: { next_actions: NextAction[] } };
  return context.next_actions;
}

async function suggestions(
  name: string,
  args: unknown,
  listedTools: ReadonlySet<string> = everyTool,
  vault = SAMPLE_VAULT,
): Promise<[string, unknown][]> {
  const actions = await nextActions(name, args, { listedTools, engine: sampleEngine(vault) });
  return actions.map(({ tool, args: its }) => [tool, its]);
}

function closedApp(): LiveApp {
  const closed = async (): Promise<never> => {
    throw new VaultLoomError('plugin_unavailable', 'The app is closed.');
  };
  return Object.fromEntries(LIVE_METHODS.map((method) => [method, closed])) as unknown as LiveApp;
}
