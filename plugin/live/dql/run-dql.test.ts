import type { App } from 'obsidian';
import { describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../../shared/protocol/slices.ts';
import { runDql, type DqlRequest } from './run-dql.ts';

const slicer = new Slicer(10, eventLoopYield());

const FILES = new Set(['a/B.md', 'Diary.md', 'private/Diary.md']);
const VAULT = {
  configDir: '.obsidian',
  getFileByPath: (path: string) => (FILES.has(path) ? { path } : null),
  adapter: { stat: () => Promise.resolve(null), read: () => Promise.reject(new Error('there is none')) },
};
const HIDING_VAULT = { ...VAULT, adapter: { stat: () => Promise.resolve({}), read: () => Promise.resolve('private/') } };
const metadataCache = { getFirstLinkpathDest: (path: string) => (path === 'b' ? { path: 'a/B.md' } : null) };

const ask = (plugins: object | undefined, request: DqlRequest = { query: 'LIST' }, vault: object = VAULT) =>
  runDql({ plugins, vault, metadataCache } as unknown as App, request, slicer);

const withApi = (query: (...args: unknown[]) => unknown) => ({ manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: { api: { query } } } });

describe('a query without the query plugin', () => {
  it.each([
    ['not_installed', undefined],
    ['not_installed', { manifests: { other: {} }, enabledPlugins: new Set(['other']), plugins: {} }],
    ['not_installed', { manifests: { other: {} }, enabledPlugins: new Set(['dataview']), plugins: {} }],
    ['not_enabled', { manifests: { dataview: {} }, enabledPlugins: new Set(), plugins: {} }],
    ['api_not_ready', { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: {} }],
    ['api_not_ready', { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: {} } }],
  ])('is answered %s with what to do', async (reason, plugins) => {
    await expect(ask(plugins)).rejects.toMatchObject({
      code: 'dql_not_installed',
      message: expect.stringContaining(reason),
      details: { reason },
      hint: expect.stringMatching(/enable|again/),
    });
  });
});

describe('a query', () => {
  it('goes to the plugin as it was written, with the file it runs from', async () => {
    const asked: unknown[] = [];
    const query = (...args: unknown[]): unknown => {
      asked.push(args);
      return Promise.resolve({ successful: true, value: { type: 'list', values: [1] } });
    };
    expect(await ask(withApi(query), { query: 'LIST  FROM ""', source: 'a/B.md' })).toEqual({ kind: 'list', values: [1] });
    await ask(withApi(query));
    expect(asked).toEqual([
      ['LIST  FROM ""', 'a/B.md'],
      ['LIST', undefined],
    ]);
  });

  it.each([
    ['refused', () => ({ successful: false, error: '-- PARSING FAILED --\n> 1 | LISt' })],
    ['rejected', () => Promise.reject(new Error('-- PARSING FAILED --\n> 1 | LISt'))],
    ['thrown', () => { throw new Error('-- PARSING FAILED --\n> 1 | LISt'); }],
  ])('that is %s is answered in the plugin\'s own words', async (_how, query) => {
    await expect(ask(withApi(query))).rejects.toMatchObject({ code: 'dql_error', message: '-- PARSING FAILED --\n> 1 | LISt' });
  });

  it.each([
    ['nothing', undefined, /no answer/],
    ['null', null, /no answer/],
    ['an error object', { successful: false, error: new Error('unknown field') }, /^unknown field$/],
    ['an error that is no text', { successful: false, error: Object.create(null) as unknown }, /^$/],
  ])('that is answered with %s is a dql_error', async (_what, answer, words) => {
    await expect(ask(withApi(() => answer))).rejects.toMatchObject({ code: 'dql_error', message: expect.stringMatching(words) });
  });

  it('does not run from a hidden note', async () => {
    const origins: unknown[] = [];
    const query = (_query: unknown, origin: unknown): unknown => {
      origins.push(origin);
      return { successful: true, value: { type: 'list', values: [] } };
    };
    for (const source of ['private/Diary.md', 'private/Diary', 'Diary.md']) await ask(withApi(query), { query: 'LIST this.mood', source }, HIDING_VAULT);
    expect(origins).toEqual([undefined, undefined, 'Diary.md']);
  });

  it('runs from the note that is meant, however it is named', async () => {
    const origins: unknown[] = [];
    const query = (_query: unknown, origin: unknown): unknown => {
      origins.push(origin);
      return { successful: true, value: { type: 'list', values: [] } };
    };
    for (const source of ['a/B.md', 'a/B', '/a/B.md', 'b', 'Nowhere.md']) await ask(withApi(query), { query: 'LIST', source });
    expect(origins).toEqual(['a/B.md', 'a/B.md', 'a/B.md', 'a/B.md', 'Nowhere.md']);
  });

  it('reads no fields of hidden notes, and leaves the plugin its index', async () => {
    const pages = new Map([['private/Diary.md', { mood: 'low' }], ['Open.md', { mood: 'fine' }]]);
    class Api {
      index = { pages, revision: 3 };
      async query(): Promise<object> {
        return { successful: true, value: { type: 'list', values: [[...this.index.pages.values()].map(({ mood }) => mood), this.index.pages.size, this.index.revision] } };
      }
    }
    const api = new Api();
    const plugins = { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: { api } } };
    expect(await ask(plugins, { query: 'LIST' }, HIDING_VAULT)).toEqual({ kind: 'list', values: [['fine'], 1, 3] });
    expect([api.index.pages.size, await ask(plugins)]).toEqual([2, { kind: 'list', values: [['low', 'fine'], 2, 3] }]);
  });

  it('is answered, and filtered, by an API that bears no other index', async () => {
    class Api {
      index = { pages: new Map([['private/Diary.md', {}]]) };
      readonly #answer = { successful: true, value: { type: 'list', values: [{ path: 'private/Diary.md', type: 'file', embed: false }, 'rest'] } };
      query(): Promise<object> {
        return Promise.resolve(this.#answer);
      }
    }
    const plugins = { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: { api: new Api() } } };
    expect(await ask(plugins, { query: 'LIST' }, HIDING_VAULT)).toEqual({ kind: 'list', values: ['rest'] });
  });

  it('that fails without hidden notes is not asked with them', async () => {
    let asked = 0;
    class Api {
      index = { pages: new Map([['private/Diary.md', {}]]) };
      query(): Promise<object> {
        asked += 1;
        return Promise.reject(new TypeError('Cannot read properties of undefined'));
      }
    }
    const plugins = { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: { api: new Api() } } };
    await expect(ask(plugins, { query: 'LIST' }, HIDING_VAULT)).rejects.toMatchObject({ code: 'dql_error', message: 'Cannot read properties of undefined' });
    expect(asked).toBe(1);
  });

  it('is answered by an API that came after the app had started', async () => {
    const plugins = { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: {} as Record<string, unknown> };
    await expect(ask(plugins)).rejects.toMatchObject({ code: 'dql_not_installed' });
    plugins.plugins['dataview'] = { api: { query: () => ({ successful: true, value: { type: 'list', values: [] } }) } };
    expect(await ask(plugins)).toEqual({ kind: 'list', values: [] });
  });
});
