import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS, routeOf } from '../../shared/engine/engine-routes.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { fromHttpError, httpError, MAX_BODY_BYTES, pluginStatus } from '../../shared/protocol/http.ts';
import { startTestServer, type TestServer } from './server-test-kit.ts';

let running: TestServer | null = null;

afterEach(async () => {
  await running?.server.close();
  running = null;
});

async function start(parts: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  running = await startTestServer(parts);
  return running;
}

describe('a request with the token', () => {
  it('gets the status, and what the plugin can do', async () => {
    const { ask } = await start({ live: { dql: () => Promise.resolve({ kind: 'list', values: [] }) } });
    const { status, json, headers } = await ask('GET', '/status');
    expect(status).toBe(200);
    expect(pluginStatus.parse(json).capabilities).toEqual(['status', 'active', 'dql', 'engine', 'events']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    for (const absent of ['x-powered-by', 'set-cookie', 'access-control-allow-origin', 'etag'])
      expect(headers[absent]).toBeUndefined();
  });

  it('gets the active note as the app gives it', async () => {
    const note = { path: 'A.md', title: 'A', cursor: { line: 1, ch: 0 }, selection: null, mode: 'source' as const };
    const { ask } = await start({ live: { activeNote: () => Promise.resolve(note) } });
    expect((await ask('GET', '/active')).json).toEqual(note);
  });

  it('reaches every method of the engine, with its defaults filled in', async () => {
    const asked: [string, unknown][] = [];
    const engine = new Proxy({} as Engine, {
      get: (_target, method) => (input: unknown) => {
        asked.push([String(method), input]);
        return Promise.resolve({ by: method });
      },
    });
    const { ask } = await start({ engine });
    const bodies: Record<string, unknown> = {
      search: { query: 'x' },
      'search-box': { query: 'x' },
      related: { path: 'A.md' },
      'theme-map': { id: '1' },
      'map-places': { paths: ['A.md'] },
      'map-found': { query: 'x' },
      'missing-links': { path: 'A.md' },
      'read-note': { name: 'A' },
      connections: { name: 'A' },
      'find-path': { from: 'A', to: 'B' },
      refresh: { paths: ['A.md'] },
      resolve: { name: 'A', tolerance: 'write' },
      'link-facts': { path: 'A.md' },
      'link-sources': { paths: [] },
      'prepare-write': { paths: ['A.md'] },
      'after-write': { paths: ['A.md'] },
      'when-ready': { timeoutMs: 5 },
      'query-base': { file: 'A.base', view: 'All' },
    };
    for (const method of ENGINE_METHODS) {
      const route = routeOf(method);
      const { status, json } = await ask('POST', `/engine/${route}`, bodies[route] ?? {});
      expect([route, status, json]).toEqual([route, 200, { by: method }]);
    }
    expect(asked.map(([method]) => method)).toEqual(ENGINE_METHODS);
    expect(asked[0]?.[1]).toMatchObject({ query: 'x', mode: 'hybrid', limit: 20 });
  });

  it('gets the typed errors of the engine, whole', async () => {
    const error = new VaultLoomError('ambiguous_note', 'Several notes are named "A".', {
      hint: 'Give a path.',
      details: { candidates: [] },
    });
    const { ask, failures } = await start({ engine: { readNote: () => Promise.reject(error) } });
    const { status, json } = await ask('POST', '/engine/read-note', { name: 'A' });
    expect(status).toBe(400);
    expect(fromHttpError(httpError.parse(json)).toBody()).toEqual(error.toBody());
    expect(failures).toEqual([]);
  });

  it.each([
    ['index_not_ready', 503],
    ['dql_not_installed', 424],
    ['timeout', 504],
    ['note_not_found', 400],
  ] as const)('gets %s as %i', async (code, status) => {
    const { ask } = await start({ engine: { status: () => Promise.reject(new VaultLoomError(code, 'words')) } });
    expect(await ask('POST', '/engine/status', {})).toMatchObject({ status, json: { error: code, message: 'words' } });
  });

  it('learns nothing about an unforeseen failure, but the plugin does', async () => {
    const cause = new Error('ENOENT: /home/person/secret');
    const { ask, failures } = await start({ engine: { status: () => Promise.reject(cause) } });
    const { status, json } = await ask('POST', '/engine/status', {});
    expect([status, json['error']]).toEqual([500, 'internal']);
    expect(JSON.stringify(json)).not.toContain('secret');
    expect(failures).toEqual([cause]);
    expect((await ask('GET', '/status')).status).toBe(200);
  });

  it('is told what is missing if the plugin lacks a part', async () => {
    const { ask } = await start();
    for (const [method, path, body] of [
      ['POST', '/dql', { query: 'LIST' }],
      ['POST', '/base', { view: 'V', yaml: 'x' }],
    ] as const) {
      expect(await ask(method, path, body), path).toMatchObject({ status: 501, json: { error: 'capability_missing' } });
    }
  });
});

describe('a body', () => {
  it.each([
    ['/engine/search', {}],
    ['/engine/search', { query: 7 }],
    ['/engine/search', { query: 'x', limit: 0 }],
    ['/engine/resolve', { name: 'A', tolerance: 'some' }],
    ['/engine/related', {}],
    ['/engine/refresh', { paths: 'A.md' }],
    ['/engine/refresh', []],
    ['/dql', {}],
    ['/base', { yaml: 'views: {}' }],
    ['/base', { view: 'V' }],
  ])('that does not fit %s is refused: %j', async (path, body) => {
    const never = vi.fn();
    const { ask } = await start({ live: { dql: never, base: never } });
    const { status, json } = await ask('POST', path, body);
    expect([status, json['error']]).toEqual([400, 'bad_request']);
    expect(json['message']).toMatch(/[^.]\.$/);
    expect(never).not.toHaveBeenCalled();
  });

  it.each(['['.repeat(5_000), '{"a":'.repeat(1_001), `{"a\\"": [${'['.repeat(1_000)}`])(
    'that is nested beyond reason is refused before it is parsed: %#',
    async (text) => {
      const { ask } = await start();
      const { status, json } = await ask('POST', '/engine/search', text);
      expect([status, json['error']]).toEqual([400, 'bad_request']);
      expect(json['message']).toBe('The body is nested deeper than 1000 levels.');
    },
  );

  it.each([
    `"${'['.repeat(5_000)}"`,
    `"\\"${'{'.repeat(5_000)}"`,
    `"${'\\\\'.repeat(2_000)}", "y": ["[{"]`,
    `[${'[],'.repeat(5_000)}[]]`,
  ])('with brackets in texts is not taken for nested: %#', async (value) => {
    const status = vi.fn(() => Promise.resolve({} as never));
    const { ask } = await start({ engine: { status } });
    expect((await ask('POST', '/engine/status', `{"x": ${value}}`)).status).toBe(200);
  });

  it('that is wrong in thousands of places is refused in a few words, with their number', async () => {
    const { ask } = await start();
    const { json } = await ask('POST', '/engine/refresh', { paths: new Array(10_000).fill(1) });
    expect(json['message']).toMatch(/^`paths`: Invalid input: item 0 is not a path, [^]*; and 9999 more\.$/u);
    // An issue for each takes a third of a second, in one piece.
    expect(json['details']).toMatchObject({ problems: { length: 1 } });
    expect(JSON.stringify(json).length).toBeLessThan(3_000);
  });

  it.each([
    [{ paths: 'a.md' }, /^`paths`: Invalid input: expected a list/],
    [{ paths: new Array(10_001).fill('a') }, /^`paths`: Too big: expected at most 10000 items/],
    [{ paths: ['a.md', 'a'.repeat(4_097)] }, /^`paths`: Invalid input: item 1 is not a path, of at most 4096/],
    [{}, /^`paths`: Invalid input: expected a list/],
    [{ paths: [], moved: [{ from: 'a.md' }] }, /^`moved`: Invalid input: item 0 is not an object/],
  ])('with a list of paths that is none is refused: %#', async (body, words) => {
    const { ask } = await start();
    const { status, json } = await ask('POST', '/engine/after-write', body);
    expect([status, json['error']]).toEqual([400, 'bad_request']);
    expect(json['message']).toMatch(words);
  });

  it.each(['', '{', '{"query": "x"', 'query=x', '"text"', 'null', '\u0000', '[1, 2'])(
    'that is malformed is refused: %j',
    async (text) => {
      const { ask } = await start();
      expect(await ask('POST', '/engine/search', text)).toMatchObject({ status: 400, json: { error: 'bad_request' } });
    },
  );

  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
  ])('of type %s is refused', async (type) => {
    const { ask } = await start();
    expect(await ask('POST', '/engine/status', '{}', { 'content-type': type })).toMatchObject({
      status: 415,
      json: { error: 'not_json' },
    });
  });

  it('that is compressed, or in another encoding, is refused', async () => {
    const { ask } = await start();
    const types = ['latin1', 'utf-16', 'utf-16le', ''].map((charset) => ({
      'content-type': `application/json; charset=${charset}`,
    }));
    for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br, gzip' }, ...types]) {
      expect(await ask('POST', '/engine/status', '{}', headers)).toMatchObject({
        status: 415,
        json: { error: 'not_json' },
      });
    }
  });

  it('in UTF-8 is read, however it is declared, even with a byte order mark, but nothing that only looks like it', async () => {
    const resolve = vi.fn(() => Promise.resolve({ path: 'a.md', title: 'a' }));
    const { ask } = await start({ engine: { resolve } });
    const body = '{"name": "Grüße", "tolerance": "read"}';
    for (const type of ['application/json', 'Application/JSON;charset=UTF-8', 'application/json; charset="utf-8"']) {
      expect((await ask('POST', '/engine/resolve', body, { 'content-type': type })).status, type).toBe(200);
    }
    expect((await ask('POST', '/engine/resolve', `\ufeff${body}`)).status).toBe(200);
    expect(resolve.mock.calls.map((call) => call.slice(0, 1))).toEqual(
      Array.from({ length: 4 }, () => [{ name: 'Grüße', tolerance: 'read' }]),
    );
    expect((await ask('POST', '/engine/resolve', Buffer.from(body, 'latin1'))).status).toBe(400);
    expect((await ask('POST', '/engine/resolve', Buffer.from(body, 'utf16le'))).status).toBe(400);
  });

  it('may have 1 MiB and no more, announced or not', async () => {
    const engine = { status: vi.fn(() => Promise.resolve({} as never)) };
    const { ask } = await start({ engine });
    const ofSize = (bytes: number): string => `{"x":"${'y'.repeat(bytes - 8)}"}`;
    expect((await ask('POST', '/engine/status', ofSize(MAX_BODY_BYTES))).status).toBe(200);
    for (const headers of [{}, { 'content-length': undefined, 'transfer-encoding': 'chunked' }]) {
      expect(await ask('POST', '/engine/status', ofSize(MAX_BODY_BYTES + 1), headers)).toMatchObject({
        status: 413,
        json: { error: 'too_large' },
      });
    }
    expect(engine.status).toHaveBeenCalledTimes(1);
  });

  it('full of brackets or of odd keys does no harm', async () => {
    const { ask } = await start({ engine: { status: () => Promise.resolve({} as never) } });
    expect((await ask('POST', '/engine/status', '['.repeat(200_000))).status).toBe(400);
    expect(
      (await ask('POST', '/engine/status', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": 2}}')).status,
    ).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('what is not there', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/STATUS'],
    ['GET', '/status/'],
    ['GET', '/engine/search/x'],
    ['POST', '/engine/constructor'],
    ['POST', '/engine/close'],
    ['GET', '/../status'],
    ['GET', '/%2e%2e/discovery.json'],
    ['PUT', '/status'],
    ['POST', '/status'],
    ['GET', '/dql'],
    ['DELETE', '/engine/status'],
    ['OPTIONS', '/status'],
    ['TRACE', '/status'],
    ['PATCH', '/notes'],
  ])('is not found: %s %s', async (method, path) => {
    const { ask } = await start();
    const { status, json, headers } = await ask(method, path);
    expect([status, json['error']]).toEqual([404, 'not_found']);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('names the method that a route takes', async () => {
    const { ask } = await start();
    const { headers, json } = await ask('GET', '/engine/status');
    expect(headers.allow).toBe('POST');
    expect(json['message']).toContain('POST');
  });

  it('does not include a path that cannot be decoded', async () => {
    const { ask } = await start();
    expect((await ask('GET', '/%ff')).status).toBe(404);
  });
});

describe('a request that the guard refuses', () => {
  it.each([
    [401, 'unauthorized', { authorization: undefined }],
    [401, 'unauthorized', { authorization: `Bearer ${'0'.repeat(64)}` }],
    [403, 'forbidden_host', { host: 'evil.example' }],
    [403, 'forbidden_host', { host: '127.0.0.1' }],
    [403, 'forbidden_origin', { origin: 'https://evil.example' }],
    [403, 'forbidden_origin', { origin: 'https://evil.example', authorization: undefined }],
  ])('gets %i %s and nothing else, whatever it asks for', async (status, error, headers) => {
    const search = vi.fn();
    const { ask } = await start({ engine: { search } });
    for (const [method, path, body] of [
      ['GET', '/status', undefined],
      ['GET', '/nowhere', undefined],
      ['POST', '/engine/search', { query: 'x' }],
      ['OPTIONS', '/status', undefined],
      ['POST', '/dql', '{'],
    ] as const) {
      expect(await ask(method, path, body, headers), path).toMatchObject({ status, json: { error } });
    }
    expect(search).not.toHaveBeenCalled();
  });
});

describe('a question', () => {
  it('is given up by the engine when its caller hangs up', async () => {
    const listNotes = vi.fn(
      (_input: unknown, signal?: AbortSignal) =>
        new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const { server, token, failures } = await start({ engine: { listNotes } });
    const leaving = new AbortController();
    const left = fetch(`http://127.0.0.1:${server.port}/engine/list-notes`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await vi.waitFor(() => expect(listNotes).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    const [, signal] = listNotes.mock.calls[0] ?? [];
    expect(signal?.aborted).toBe(false);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 5_000 });
    expect(failures).toEqual([]);
  });
});

describe('queries of the app', () => {
  it('run one at a time for each route; who hangs up while waiting leaves the queue', async () => {
    const ended: ((value: never) => void)[] = [];
    const dql = vi.fn(() => new Promise<never>((resolve) => ended.push(resolve)));
    const base = vi.fn(() => Promise.resolve({ view: 'V', rows: [], total: 0, executedAt: 'now' }));
    const { ask, server, token } = await start({ live: { dql, base } });

    const first = ask('POST', '/dql', { query: 'first' });
    await vi.waitFor(() => expect(dql).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    const leaving = new AbortController();
    const left = fetch(`http://127.0.0.1:${server.port}/dql`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query":"left"}',
    });
    const last = ask('POST', '/dql', { query: 'last', source: 'A.md' });
    expect((await ask('POST', '/base', { view: 'V', yaml: 'views: {}' })).status).toBe(200);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await ask('GET', '/status')).status).toBe(200);
    expect(dql).toHaveBeenCalledTimes(1);

    ended[0]?.({ kind: 'list', values: ['first'] } as never);
    expect((await first).json).toEqual({ kind: 'list', values: ['first'] });
    await vi.waitFor(() => expect(ended.length).toBeGreaterThan(1), { timeout: 5_000 });
    for (const end of ended.slice(1)) end({ kind: 'list', values: ['last'] } as never);
    expect((await last).json).toEqual({ kind: 'list', values: ['last'] });
    expect(dql.mock.calls.map(([query]: unknown[]) => query)).toEqual([
      { query: 'first' },
      { query: 'last', source: 'A.md' },
    ]);
  });
});
