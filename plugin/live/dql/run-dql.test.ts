import type { App } from 'obsidian';
import { describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { hidingOf } from '../hiding-test-kit.ts';
import { runDql, type DqlRequest } from './run-dql.ts';

const slicer = new Slicer(10, eventLoopYield());

const FILES = new Set(['a/B.md', 'Diary.md', 'private/Diary.md']);
const VAULT = {
  configDir: '.obsidian',
  getFileByPath: (path: string) => (FILES.has(path) ? { path } : null),
  getFiles: () => [...FILES].map((path) => ({ path })),
  adapter: { stat: () => Promise.resolve(null), read: () => Promise.reject(new Error('there is none')) },
};
const HIDING_VAULT = {
  ...VAULT,
  adapter: { stat: () => Promise.resolve({}), read: () => Promise.resolve('private/') },
};
const metadataCache = { getFirstLinkpathDest: (path: string) => (path === 'b' ? { path: 'a/B.md' } : null) };

const ask = (plugins: object | undefined, request: DqlRequest = { query: 'LIST' }, vault: object = VAULT) =>
  runDql({ plugins, vault, metadataCache } as unknown as App, request, { slicer, hiding: hidingOf(vault) });

const withApi = (query: (...args: unknown[]) => unknown) => ({
  manifests: { dataview: {} },
  enabledPlugins: new Set(['dataview']),
  plugins: { dataview: { api: { query } } },
});

describe('a query without the query plugin', () => {
  it.each([
    ['not_installed', undefined],
    ['not_installed', { manifests: { other: {} }, enabledPlugins: new Set(['other']), plugins: {} }],
    ['not_installed', { manifests: { other: {} }, enabledPlugins: new Set(['dataview']), plugins: {} }],
    ['not_enabled', { manifests: { dataview: {} }, enabledPlugins: new Set(), plugins: {} }],
    ['api_not_ready', { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: {} }],
    [
      'api_not_ready',
      { manifests: { dataview: {} }, enabledPlugins: new Set(['dataview']), plugins: { dataview: {} } },
    ],
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
    expect(await ask(withApi(query), { query: 'LIST  FROM ""', source: 'a/B.md' })).toEqual({
      kind: 'list',
      values: [1],
    });
    await ask(withApi(query));
    expect(asked).toEqual([
      ['LIST  FROM ""', 'a/B.md'],
      ['LIST', undefined],
    ]);
  });

  it.each([
    ['refused', () => ({ successful: false, error: '-- PARSING FAILED --\n> 1 | LISt' })],
    ['rejected', () => Promise.reject(new Error('-- PARSING FAILED --\n> 1 | LISt'))],
    [
      'thrown',
      () => {
        throw new Error('-- PARSING FAILED --\n> 1 | LISt');
      },
    ],
  ])("that is %s is answered in the plugin's own words", async (_how, query) => {
    await expect(ask(withApi(query))).rejects.toMatchObject({
      code: 'dql_error',
      message: '-- PARSING FAILED --\n> 1 | LISt',
    });
  });

  it.each([
    ['nothing', undefined, /no answer/],
    ['null', null, /no answer/],
    ['an error object', { successful: false, error: new Error('unknown field') }, /^unknown field$/],
    ['an error that is not text', { successful: false, error: Object.create(null) as unknown }, /^$/],
  ])('that is answered with %s is a dql_error', async (_what, answer, words) => {
    await expect(ask(withApi(() => answer))).rejects.toMatchObject({
      code: 'dql_error',
      message: expect.stringMatching(words),
    });
  });

  it('runs from the note that is meant, however it is named', async () => {
    const origins: unknown[] = [];
    const query = (_query: unknown, origin: unknown): unknown => {
      origins.push(origin);
      return { successful: true, value: { type: 'list', values: [] } };
    };
    const names = ['a/B.md', 'a/B', '/a/B.md', 'b', '[[b]]', '[[a/B#Part|shown]]', 'a/B#Part'];
    for (const source of [...names, 'Nowhere.md']) await ask(withApi(query), { query: 'LIST', source });
    expect(origins).toEqual([...names.map(() => 'a/B.md'), 'Nowhere.md']);
  });

  it('is not asked of an API that cannot be kept from hidden notes', async () => {
    let asked = 0;
    const query = (): object => {
      asked += 1;
      return { successful: true, value: { type: 'list', values: [] } };
    };
    await expect(ask(withApi(query), { query: 'LIST' }, HIDING_VAULT)).rejects.toMatchObject({
      code: 'dql_error',
      hint: expect.stringContaining('Dataview'),
    });
    expect(asked).toBe(0);
  });

  it('is answered by an API that appeared after the app had started', async () => {
    const plugins = {
      manifests: { dataview: {} },
      enabledPlugins: new Set(['dataview']),
      plugins: {} as Record<string, unknown>,
    };
    await expect(ask(plugins)).rejects.toMatchObject({ code: 'dql_not_installed' });
    plugins.plugins['dataview'] = { api: { query: () => ({ successful: true, value: { type: 'list', values: [] } }) } };
    expect(await ask(plugins)).toEqual({ kind: 'list', values: [] });
  });
});
