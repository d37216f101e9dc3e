import { Client as FirstLineClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstLineTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { INSTALL_INSTRUCTIONS } from '../../shared/protocol/errors.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import type { FakeServerOptions } from '../test-support/fake-server.ts';
import type { RawClient } from '../test-support/raw-client.ts';
import { startRawClient } from '../test-support/raw-client.ts';

let script = '';
/** One server for every test that changes nothing. */
let common: RawClient;
const started: RawClient[] = [];

beforeAll(async () => {
  script = await bundleForNode('bridge/test-support/fake-server.ts');
  common = startRawClient(script, { FAKE_SERVER: JSON.stringify({ noisy: true }) });
  await common.initialize();
});
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  common.child.kill();
});

describe('clients of every era', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'revision %s: initialize, list, call',
    async (revision) => {
      const client = start();
      const { result } = await client.initialize(revision);
      expect(result).toMatchObject({
        protocolVersion: revision,
        serverInfo: { name: 'vault-loom', version: '9.9.9' },
        capabilities: { tools: {} },
      });
      expect(result?.instructions).toContain('search');
      client.send({ id: 1, method: 'tools/list' });
      expect((await client.answer(1)).result?.tools).toHaveLength(ALL_TOOLS.length);
      client.send({ id: 2, method: 'tools/call', params: { name: 'list_notes', arguments: { limit: 1 } } });
      const answer = (await client.answer(2)).result;
      expect(answer?.structuredContent).toMatchObject({ total: 14 });
      expect(JSON.parse(textOf(answer))).toEqual(answer?.structuredContent);
    },
  );

  it('are answered how a connection begins while the tools load, and all else after that, in order', async () => {
    const client = start({ toolsMs: 1_000 });
    client.send({ id: 1, method: 'tools/list' });
    client.send({ id: 2, method: 'tools/call', params: { name: 'list_notes', arguments: { limit: 1 } } });
    client.send({ id: 3, method: 'tools/call', params: { name: 'read_note', arguments: { name: 'slow' } } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 3 } });
    await client.initialize();
    client.send({ id: 4, method: 'ping' });
    await client.answer(4);
    expect(client.messages.filter(({ result }) => result?.tools !== undefined)).toEqual([]);
    client.child.stdin.end();
    expect((await client.answer(2)).result?.structuredContent).toMatchObject({ total: 14 });
    expect((await client.exited).code).toBe(0);
    const answered = client.messages.map(({ id }) => id).filter((id) => typeof id === 'number');
    expect(answered.slice(-2)).toEqual([1, 2]);
    expect(answered).not.toContain(3);
  });

  it('the first line of the SDK', async () => {
    const client = new FirstLineClient({ name: 'first', version: '1' });
    await client.connect(new FirstLineTransport({ command: process.execPath, args: [script], stderr: 'ignore' }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search');
    await exercise((name, args) => client.callTool({ name, arguments: args }) as Promise<ToolAnswer>);
    await expect(client.callTool({ name: 'nonsense', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it.each([
    ['the old era', 'legacy' as const],
    ['the new era', { pin: '2026-07-28' }],
  ])('the second line of the SDK in %s', async (_era, mode) => {
    const client = new Client({ name: 'second', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' }));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(ALL_TOOLS.length);
    await exercise((name, args) => client.callTool({ name, arguments: args }) as Promise<ToolAnswer>);
    await expect(client.callTool({ name: 'nonsense', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});

describe('errors', () => {
  it('wrong arguments are a tool error that names them', async () => {
    expect(await failing('search', { query: 'x', limit: 0 })).toMatchObject({
      code: 'invalid_arguments',
      message: '`limit` must be at least 1; given 0.',
      hint: expect.stringContaining('search takes: query'),
    });
  });

  it('wrong arguments are answered while the index still loads', async () => {
    expect(await failing('search', {}, { indexMs: -1 })).toMatchObject({ code: 'invalid_arguments' });
  });

  it('an error of the engine arrives whole', async () => {
    expect(await failing('read_note', { name: 'nobody' })).toEqual({
      code: 'note_not_found',
      message: 'No note is named "nobody".',
      details: { suggestions: [] },
    });
  });

  it('the live tools carry the install instructions', async () => {
    for (const [tool, args] of [
      ['active_note', {}],
      ['dql_query', { query: 'LIST' }],
    ] as const) {
      const error = await failing(tool, args);
      expect(error.code).toBe('plugin_unavailable');
      expect(error.message).toContain(INSTALL_INSTRUCTIONS);
    }
  });

  it('a fault reveals no path of this machine and no stack, and is in the log', async () => {
    const client = common;
    const error = errorOf(await callOn(client, 'read_note', { name: 'crash' }));
    expect(error).toMatchObject({ code: 'internal', message: "read_note failed: boom at <vault>/Hub.md and '<path>'" });
    await vi.waitFor(() => expect(client.stderr()).toContain('boom at'), { timeout: 5_000 });
    expect(errorOf(await callOn(client, 'read_note', { name: 'outside' })).message).toBe('<vault>/x leaves the vault');
  });

  it('an engine that cannot be opened fails the calls, not the connection', async () => {
    const client = start({ broken: true });
    await client.initialize();
    for (const tool of ['search', 'index_status']) {
      const error = errorOf(await callOn(client, tool, tool === 'search' ? { query: 'x' } : {}));
      expect(error).toMatchObject({ code: 'internal', message: expect.stringContaining('EACCES') });
      expect(error.message).not.toMatch(/\/home|\/etc/u);
    }
  });

  it("the end of a cancelled read is nobody's fault", async () => {
    const client = start({ indexMs: -1 });
    await client.initialize();
    client.send({ id: 1, method: 'resources/read', params: { uri: 'vault://map' } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await vi.waitFor(() => expect(client.stderr()).toContain('vault://map failed'), { timeout: 10_000 });
    expect(client.stderr()).not.toContain('error: vault://map failed');
  });

  it('null means left out, from the first message on', async () => {
    const client = start();
    const capabilities = { roots: null, sampling: null, elicitation: null };
    const clientInfo = { name: 'careless', version: '1', title: null };
    client.send({
      id: 'hello',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo, _meta: null },
    });
    expect((await client.answer('hello')).result).toMatchObject({ protocolVersion: '2025-11-25' });
    client.send({ method: 'notifications/initialized', params: null });
    for (const [id, params] of [
      null,
      { _meta: null },
      { cursor: null },
      { _meta: { progressToken: null } },
    ].entries()) {
      client.send({ id, method: 'tools/list', params });
      expect((await client.answer(id)).result?.tools).toHaveLength(ALL_TOOLS.length);
    }
    client.send({ id: 'call', method: 'tools/call', params: { name: 'index_status', _meta: { progressToken: null } } });
    expect(await client.answer('call')).toMatchObject({ result: { structuredContent: expect.any(Object) } });
    client.send({ id: 'day', method: 'prompts/get', params: { name: 'daily_review', arguments: { date: null } } });
    expect((await client.answer('day')).result).toMatchObject({ messages: expect.any(Array) });
    client.send({ id: 'none', method: 'tools/call', params: null });
    expect((await client.answer('none')).error).toMatchObject({ code: -32602 });
  });

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    'a cursor that nobody gave is a wrong parameter of %s',
    async (method) => {
      common.send({ id: `${method} wrong`, method, params: { cursor: 'page 2' } });
      expect((await common.answer(`${method} wrong`)).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('`cursor`') as string,
      });
      common.send({ id: `${method} empty`, method, params: { cursor: '' } });
      expect((await common.answer(`${method} empty`)).result).toBeDefined();
    },
  );

  it('null for no arguments means none', async () => {
    common.send({ id: 'null', method: 'tools/call', params: { name: 'index_status', arguments: null } });
    expect(await common.answer('null')).toMatchObject({ result: { structuredContent: expect.any(Object) } });
    common.send({ id: 'named', method: 'prompts/get', params: { name: 'map_of_topic', arguments: null } });
    expect((await common.answer('named')).error?.message).toContain('`topic` of the prompt map_of_topic is missing');
  });

  it.each([
    ['prompts/get', {}, '`name` is missing'],
    ['prompts/get', { name: 5 }, '`name`: expected string'],
    ['prompts/get', { name: 'map_of_topic' }, '`topic` of the prompt map_of_topic is missing'],
    ['prompts/get', { name: 'map_of_topic', arguments: { topic: 5 } }, '`arguments.topic`: expected string'],
    ['tools/call', {}, '`name` is missing'],
    ['tools/call', undefined, 'the parameters are missing'],
    ['resources/read', {}, '`uri` is missing'],
    ['completion/complete', { ref: { type: 'x' } }, '`ref'],
  ])('wrong parameters of %s %j are a protocol error in a sentence', async (method, params, said) => {
    const id = `${method} ${JSON.stringify(params)}`;
    common.send({ id, method, params });
    const { error } = await common.answer(id);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) });
    expect(error?.message).not.toMatch(/[{}\n]|"code"/u);
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
    'a resource that is not there has the code of %s',
    async (revision) => {
      const client = start();
      await client.initialize(revision);
      for (const uri of ['vault://nothing', 'file:///etc/passwd']) {
        client.send({ id: uri, method: 'resources/read', params: { uri } });
        expect((await client.answer(uri)).error).toMatchObject({ code: -32002, data: { uri } });
        client.send({ id: `on ${uri}`, method: 'resources/subscribe', params: { uri } });
        expect((await client.answer(`on ${uri}`)).error).toMatchObject({ code: -32002, data: { uri } });
      }
    },
  );

  it('a resource that is not there has the code of 2026-07-28', async () => {
    const client = start();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
    };
    client.send({ id: 1, method: 'resources/read', params: { uri: 'vault://nothing', _meta } });
    expect((await client.answer(1)).error).toMatchObject({ code: -32602, data: { uri: 'vault://nothing' } });
  });

  it('an unknown tool is a protocol error', async () => {
    const client = common;
    expect((await callOn(client, 'constructor', {})).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('constructor'),
    });
  });
});

describe('while the index loads', () => {
  it('initialize, tools/list and index_status are answered', async () => {
    const client = start({ indexMs: -1 });
    expect((await client.initialize()).result).toBeDefined();
    client.send({ id: 1, method: 'tools/list' });
    expect((await client.answer(1)).result).toBeDefined();
    expect((await callOn(client, 'index_status', {})).result).toMatchObject({ structuredContent: { host: 'disk' } });
  });

  it('a call waits, and reports rising progress if its caller asked for it', async () => {
    const client = start({ indexMs: 1_000 });
    await client.initialize();
    client.send({
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'hub' }, _meta: { progressToken: 'p' } },
    });
    expect((await client.answer(1)).result?.isError).toBeUndefined();
    const reports = client.messages
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => params);
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.at(-1)).toMatchObject({ progressToken: 'p', total: 5 });
    const steps = reports.map((report) => Number(report?.progress));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it('a call that waits while texts are embedded gets their progress, too', async () => {
    const client = start({ embedding: true });
    await client.initialize();
    client.send({
      id: 1,
      method: 'tools/call',
      params: { name: 'read_note', arguments: { name: 'slow' }, _meta: { progressToken: 'p' } },
    });
    await vi.waitFor(
      () =>
        expect(client.messages.filter(({ method }) => method === 'notifications/progress').length).toBeGreaterThan(1),
      { timeout: 10_000 },
    );
    const [report] = client.messages
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => params);
    expect(report).toMatchObject({ progressToken: 'p', progress: 1, total: 100, message: '1 of 100 texts embedded' });
  });

  it('a call without a token gets no progress', async () => {
    const client = start({ indexMs: 300 });
    await client.initialize();
    await callOn(client, 'search', { query: 'hub' });
    expect(client.messages.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  it('a call is told to retry when the wait grows too long', async () => {
    expect(await failing('search', { query: 'x' }, { indexMs: -1, readyTimeoutMs: 50 })).toMatchObject({
      code: 'index_not_ready',
      hint: expect.stringContaining('index_status'),
    });
  });

  it.each([
    ['that waits for the index', { indexMs: -1 }, 'search', { query: 'x' }],
    ['that the engine works on', {}, 'read_note', { name: 'slow' }],
  ])('a cancelled call %s gets no answer, and is no error in the log', async (_which, options, name, args) => {
    const client = start(options);
    await client.initialize();
    client.send({ id: 7, method: 'tools/call', params: { name, arguments: args } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 7 } });
    await vi.waitFor(() => expect(client.stderr()).toContain(`vault-loom debug: ${name} was cancelled`), {
      timeout: 10_000,
    });
    await callOn(client, 'index_status', {});
    expect(client.messages.some(({ id }) => id === 7)).toBe(false);
    expect(client.stderr()).not.toContain('vault-loom error');
  });
});

describe('the connection', () => {
  it('carries only JSON-RPC, whatever a library prints', async () => {
    const client = common;
    await callOn(client, 'read_note', { name: 'Hub' });
    expect(client.strays).toEqual([]);
    await vi.waitFor(() => {
      for (const stray of ['a stray line on stdout', 'a stray console.log', 'vector', 'a stray console.debug'])
        expect(client.stderr()).toContain(stray);
    });
  });

  it('survives lines that are not JSON, and answers each of them, as well as JSON that is not JSON-RPC', async () => {
    const client = start();
    await client.initialize();
    for (const line of ['not json', '', '{"jsonrpc":"2.0"', '[]', '42', 'null']) client.sendLine(line);
    client.sendLine('{"id":5,"method":"tools/list"}');
    expect((await client.answer(5)).error).toMatchObject({ code: -32600 });
    expect((await callOn(client, 'list_notes', {})).result).toBeDefined();
    expect(client.messages.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual([
      -32700, -32700, -32600, -32600, -32600,
    ]);
  });

  it('never answers an answer, which could pass for one of its own', async () => {
    const client = start();
    await client.initialize();
    for (const line of [
      '"id":0,"result":null',
      '"id":1,"result":5',
      '"id":2,"error":"no"',
      '"id":null,"error":{"code":-1,"message":"?"}',
    ])
      client.sendLine(`{"jsonrpc":"2.0",${line}}`);
    client.sendLine('[{"jsonrpc":"2.0","id":3,"result":null},{"jsonrpc":"2.0","id":4,"method":"ping"}]');
    client.send({ id: 5, method: 'ping' });
    await client.answer(5);
    expect(client.messages.map(({ id }) => id)).toEqual(['init', 5]);
    expect(client.strays.map((line) => JSON.parse(line) as unknown)).toEqual([
      [expect.objectContaining({ id: 4, result: {} })],
    ]);
  });

  it('refuses a line of 40 MB under the id of its request, and continues', async () => {
    const client = common;
    client.sendLine(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 6,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: 'x'.repeat(40_000_000) } },
      }),
    );
    expect((await client.answer(6)).error).toMatchObject({ code: -32600, message: expect.stringContaining('32 MiB') });
    expect((await callOn(client, 'list_notes', {})).result).toBeDefined();
    expect(client.stderr()).toContain('Refused a message of more than');
  });

  it('answers a batch in one line, without notifications and cancelled calls', async () => {
    const client = start();
    await client.initialize('2025-03-26');
    client.sendLine(
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'list_notes', arguments: {} } },
        {
          jsonrpc: '2.0',
          id: 'slow',
          method: 'tools/call',
          params: { name: 'read_note', arguments: { name: 'slow' } },
        },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } },
        { nonsense: true },
        { jsonrpc: '2.0', id: 'b', method: 'ping' },
      ]),
    );
    const batch = await vi.waitFor(
      () => JSON.parse(client.strays[0] ?? '') as { id: string | null; result?: unknown; error?: { code: number } }[],
      { timeout: 10_000 },
    );
    expect(batch.map(({ id }) => id).sort()).toEqual(['a', 'b', null].sort());
    expect(batch.find(({ id }) => id === 'a')?.result).toMatchObject({ structuredContent: { total: 14 } });
    expect(batch.find(({ id }) => id === null)?.error).toMatchObject({ code: -32600 });
    expect((await callOn(client, 'list_notes', {})).result).toBeDefined();
    expect(client.strays).toHaveLength(1);
  });

  it('takes text of several megabytes, and every script', async () => {
    const client = common;
    expect(errorOf(await callOn(client, 'search', { query: '茶'.repeat(2_000_000) })).code).toBe('invalid_arguments');
    expect(errorOf(await callOn(client, 'read_note', { name: '茶道 🍵 e\u0301' })).message).toContain(
      '茶道 🍵 e\u0301',
    );
  });
});

describe('the end', () => {
  it('answers what was asked before the input closed, saves, and exits with 0', async () => {
    const client = start();
    client.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
    });
    client.send({ id: 2, method: 'tools/list' });
    client.child.stdin.end();
    expect((await client.exited).code).toBe(0);
    expect(client.messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(client.stderr()).toContain('engine closed');
  });

  it('finishes calls accepted before the input closed, even if everything came in one piece and without a last newline', async () => {
    const client = start({ indexMs: 500 });
    client.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
    });
    client.send({ method: 'notifications/initialized' });
    client.send({ id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'hub' } } });
    client.child.stdin.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'list_notes', arguments: { limit: 1 } },
      }),
    );
    expect((await client.exited).code).toBe(0);
    expect(client.messages.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    for (const { result } of client.messages) expect(result).toMatchObject({});
    expect(client.messages.find(({ id }) => id === 2)?.result?.isError).toBeUndefined();
  });

  it('answers a call that is not done 2 s after the input closed with an error', async () => {
    const client = start({ indexMs: -1 });
    await client.initialize();
    client.send({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } });
    client.child.stdin.end();
    expect((await client.exited).code).toBe(0);
    expect(client.messages.find(({ id }) => id === 1)?.error).toMatchObject({
      code: -32001,
      message: expect.stringContaining('The input ended'),
    });
  });

  it('comes after the input closed even with an engine that does not close', async () => {
    const client = start({ hangsOnClose: true });
    await client.initialize();
    client.send({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } });
    client.child.stdin.end();
    expect((await client.exited).code).toBe(0);
    expect(client.messages.find(({ id }) => id === 1)?.result).toBeDefined();
    expect(client.stderr()).toContain('Ended before everything was saved');
  });

  it.runIf(process.platform !== 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'comes on %s, saved, with 0',
    async (signal) => {
      const client = start();
      await client.initialize();
      client.child.kill(signal);
      expect(await client.exited).toMatchObject({ code: 0, signal: null });
      expect(client.stderr()).toContain('engine closed');
    },
  );

  it.runIf(process.platform !== 'win32')('by a signal is no fault of the calls that still wait', async () => {
    const client = start({ indexMs: -1, hangsOnClose: true });
    await client.initialize();
    client.send({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } });
    client.send({ id: 2, method: 'tools/list' });
    await client.answer(2);
    const answer = client.answer(1);
    client.child.kill('SIGTERM');
    expect(errorOf(await answer)).toMatchObject({
      code: 'timeout',
      message: 'The server was ended before this was finished.',
      hint: expect.stringContaining('repeat the call'),
    });
    expect(client.stderr()).not.toContain('error: search failed');
  });

  it('happens when nobody reads the answers any more', async () => {
    const client = start();
    await client.initialize();
    client.child.stdout.destroy();
    for (let id = 0; id < 20; id++) client.send({ id, method: 'tools/list' });
    expect((await client.exited).code).toBe(0);
  });
});

interface ToolAnswer {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string }[];
}

/** What every client must be able to do with its own checks of schemas in place. */
async function exercise(call: (name: string, args: Record<string, unknown>) => Promise<ToolAnswer>): Promise<void> {
  expect((await call('search', { query: 'hub' })).structuredContent).toMatchObject({ data: [{ path: 'Hub.md' }] });
  expect((await call('find_connections', { name: 'Hub', depth: 2 })).structuredContent).toMatchObject({
    data: [{ hop: 1 }, { hop: 2 }],
  });
  expect((await call('find_connections', { name: 'Hub', returnSubgraph: true })).structuredContent).toMatchObject({
    data: { edges: [] },
  });
  for (const [name, args] of [
    ['read_note', { name: 'Hub', mode: 'full' }],
    ['find_path_between', { from: 'Hub', to: 'Island' }],
    ['detect_themes', {}],
    ['rank_notes', {}],
    ['reindex', {}],
    ['index_status', {}],
  ] as const) {
    expect((await call(name, args)).isError).not.toBe(true);
  }
  const failed = await call('read_note', { name: 'nobody' });
  expect(failed.isError).toBe(true);
  expect(failed.structuredContent).toBeUndefined();
  expect(failed.content[0]?.text).toContain('note_not_found');
}

function start(options: FakeServerOptions = {}): RawClient {
  const client = startRawClient(script, { FAKE_SERVER: JSON.stringify(options) });
  started.push(client);
  return client;
}

let nextId = 1_000;
async function callOn(client: RawClient, name: string, args: unknown) {
  const id = nextId++;
  client.send({ id, method: 'tools/call', params: { name, arguments: args } });
  return client.answer(id);
}

async function failing(name: string, args: unknown, options?: FakeServerOptions) {
  const client = options === undefined ? common : start(options);
  if (options !== undefined) await client.initialize();
  return errorOf(await callOn(client, name, args));
}

function errorOf({ result }: Awaited<ReturnType<typeof callOn>>): { code: string; message: string; hint?: string } {
  expect(result?.isError).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  return (JSON.parse(textOf(result)) as { error: { code: string; message: string } }).error;
}

function textOf(result: Record<string, unknown> | undefined): string {
  return (result as ToolAnswer | undefined)?.content[0]?.text ?? '';
}
