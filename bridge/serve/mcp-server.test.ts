import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as FirstLineClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstLineTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { NextAction } from '../../shared/protocol/schemas/common.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { startRawClient } from '../test-support/raw-client.ts';
import type { TempVault } from '../test-support/temp-vault.ts';
import { tempVault } from '../test-support/temp-vault.ts';

/** Two themes, a note between them, one on its own, a broken link, and difficult names. */
const NOTES = {
  '.obsidian/app.json': '{"trashOption":"none"}',
  'Home.md': '# Home\nStart with [[Green tea]] or [[Sourdough]].\n',
  'Tea/Green tea.md':
    '---\ntags: [drink/tea]\naliases: Sencha\n---\nWater at 80 degrees. See [[Black tea]], [[Oolong]] and [[Not written]].\n',
  'Tea/Black tea.md': 'Four minutes. Not as delicate as [[Green tea]] or [[Oolong]].\n',
  'Tea/Oolong.md': 'Between [[Green tea]] and [[Black tea]].\n',
  'Bread/Sourdough.md': 'Feed the starter. See [[Rye]] and [[Baguette]].\n',
  'Bread/Rye.md': 'Heavy. Uses [[Sourdough]]; lighter is a [[Baguette]].\n',
  'Bread/Baguette.md': 'Crust! Unlike [[Rye]], fast.\n',
  '茶道.md': '茶の湯 and [[Green tea]].\n',
  'Alone.md': 'Nobody comes here. A "quoted phrase" of its own.\n',
};

type Call = (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
interface ToolAnswer {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string }[];
}

let script = '';
let vault: TempVault;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [script, vault] = await Promise.all([bundleForNode('bridge/cli.ts'), tempVault(NOTES)]);
});
afterAll(async () => {
  for (const close of closers) await close();
  await vault.remove();
});

describe.each([
  ['the first line of the SDK', connectFirstLine],
  ['the second line in the old era', () => connectSecondLine('legacy')],
  ['the second line in the new era', () => connectSecondLine({ pin: '2026-07-28' })],
])('a vault, asked with %s', (_name, connect) => {
  let call: Call;
  beforeAll(async () => {
    call = await connect();
  });

  it('finds, lists and reads notes', async () => {
    expect(await data(call, 'search', { query: 'delicate tea', limit: 3 })).toMatchObject([
      { path: 'Tea/Black tea.md', matchedBy: ['fulltext'] },
      {},
      {},
    ]);
    expect(await data(call, 'search', { query: '茶の湯' })).toMatchObject([{ path: '茶道.md' }]);
    expect(await data(call, 'search', { query: 'starter', unique: 'chunks' })).toMatchObject([
      { path: 'Bread/Sourdough.md', chunkHeading: null, chunkStartLine: 1 },
    ]);
    expect(await result(call, 'list_notes', { directory: 'Tea', limit: 2 })).toMatchObject({
      notes: [{ path: 'Tea/Black tea.md' }, { path: 'Tea/Green tea.md' }],
      total: 3,
    });
    expect(await data(call, 'read_note', { name: 'sencha', mode: 'full' })).toMatchObject({
      path: 'Tea/Green tea.md',
      aliases: ['Sencha'],
      truncated: false,
      outgoing: expect.arrayContaining([expect.objectContaining({ path: '_stub/Not written.md', stub: true })]),
    });
  });

  it('follows links', async () => {
    expect(await data(call, 'find_connections', { name: 'Home' })).toMatchObject([
      { hop: 1, outgoing: [{}, {}], incoming: [] },
    ]);
    expect(await result(call, 'find_path_between', { from: 'Black tea', to: 'Rye', maxDepth: 4 })).toMatchObject({
      length: 4,
    });
    expect(await result(call, 'find_path_between', { from: 'Home', to: 'Alone' })).toMatchObject({
      paths: [],
      reason: 'no_path',
    });
  });

  it('sees the whole', async () => {
    const themes = await result(call, 'detect_themes', {});
    expect(themes.clusters).toEqual(expect.arrayContaining([expect.objectContaining({ staleMembersFiltered: 0 })]));
    expect(await result(call, 'rank_notes', { minIncomingLinks: 0 })).toMatchObject({
      influence: expect.any(Array),
      bridging: expect.any(Array),
    });
    expect(await result(call, 'reindex', {})).toMatchObject({
      nodesIndexed: 0,
      nodesSkipped: 9,
      communitiesDetected: expect.any(Number),
    });
    expect(await result(call, 'index_status')).toMatchObject({ host: 'disk', notesTotal: 9, reindexInProgress: false });
  });

  it('suggests calls that work', async () => {
    const asked = [
      await result(call, 'search', { query: 'tea' }),
      await result(call, 'read_note', { name: 'Green tea' }),
      await result(call, 'find_connections', { name: 'Home', depth: 3 }),
    ];
    const actions = asked.flatMap(({ context }) => (context as { next_actions: NextAction[] }).next_actions);
    expect(actions.length).toBeGreaterThan(5);
    for (const { tool, args } of actions) {
      const answer = await call(tool, args);
      expect(answer.isError).not.toBe(true);
      if (tool === 'create_note')
        await result(call, 'delete_note', { name: answer.structuredContent?.path, confirm: true });
    }
  });

  it('says what it cannot do', async () => {
    expect(await error(call, 'read_note', { name: 'zebra crossing' })).toMatchObject({ code: 'note_not_found' });
    expect(await error(call, 'search', { query: 'x', mode: 'semantic' })).toMatchObject({
      code: 'embedder_unavailable',
    });
    expect(await error(call, 'dql_query', { query: 'LIST' })).toMatchObject({ code: 'plugin_unavailable' });
    expect(await error(call, 'read_note', { name: '../outside' })).toMatchObject({
      code: expect.stringMatching(/note_not_found|path_outside_vault/u),
    });
  });

  it('keeps the machine to itself', async () => {
    const answers = await Promise.all([
      call('index_status'),
      call('list_notes'),
      call('read_note', { name: vault.path }),
      call('detect_themes', { themeId: vault.path }),
    ]);
    // The query may be repeated, the vault's location must not.
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(vault.path);
  });
});

describe('a vault that changes under a server', () => {
  it('is answered as it is now', async () => {
    const changing = await tempVault({ 'A.md': 'First [[B]].', 'B.md': 'Second.' });
    const call = await connectSecondLine('legacy', changing);
    expect(await result(call, 'list_notes')).toMatchObject({ total: 2 });
    await changing.write('C.md', 'Third, with a xylophone and [[A]].');
    await vi.waitFor(
      async () => expect(await data(call, 'search', { query: 'xylophone' })).toMatchObject([{ path: 'C.md' }]),
      { timeout: 20_000, interval: 50 },
    );
    await rename(join(changing.path, 'C.md'), join(changing.path, 'D.md'));
    await vi.waitFor(
      async () => expect(await data(call, 'search', { query: 'xylophone' })).toMatchObject([{ path: 'D.md' }]),
      { timeout: 20_000, interval: 50 },
    );
    await rm(join(changing.path, 'B.md'));
    await vi.waitFor(
      async () =>
        expect(await result(call, 'list_notes')).toMatchObject({
          notes: expect.arrayContaining([expect.objectContaining({ path: '_stub/B.md', stub: true })]),
        }),
      {
        timeout: 20_000,
        interval: 50,
      },
    );
    closers.push(() => changing.remove());
  });
});

describe('two servers on one vault', () => {
  it('both answer, and the second takes over when the first ends', async () => {
    const shared = await tempVault(NOTES);
    const [first, second] = [startRawClient(script, shared.env), startRawClient(script, shared.env)];
    for (const client of [first, second]) {
      await client.initialize();
      client.send({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'delicate' } } });
      expect((await client.answer(1)).result).toMatchObject({
        structuredContent: { data: [{ path: 'Tea/Black tea.md' }] },
      });
    }
    first.child.kill('SIGKILL');
    await first.exited;
    second.send({ id: 2, method: 'tools/call', params: { name: 'list_notes', arguments: { includeStubs: false } } });
    expect((await second.answer(2)).result).toMatchObject({ structuredContent: { total: 9 } });
    second.child.stdin.end();
    expect((await second.exited).code).toBe(0);
    expect(second.stderr()).toBe('');
    await shared.remove();
  });
});

async function connectFirstLine(): Promise<Call> {
  const client = new FirstLineClient({ name: 'first', version: '1' });
  await client.connect(
    new FirstLineTransport({ command: process.execPath, args: [script], env: childEnv(vault), stderr: 'inherit' }),
  );
  await client.listTools();
  closers.unshift(() => client.close());
  return (name, args = {}) => client.callTool({ name, arguments: args }) as Promise<ToolAnswer>;
}

async function connectSecondLine(mode: 'legacy' | { pin: string }, served = vault): Promise<Call> {
  const client = new Client({ name: 'second', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script], env: childEnv(served), stderr: 'inherit' }),
  );
  await client.listTools();
  closers.unshift(() => client.close());
  return (name, args = {}) => client.callTool({ name, arguments: args }) as Promise<ToolAnswer>;
}

function childEnv({ env }: TempVault): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env };
}

async function result(call: Call, name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await call(name, args);
  expect(answer.isError, answer.content[0]?.text).not.toBe(true);
  expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(answer.structuredContent);
  return answer.structuredContent ?? {};
}

async function data(call: Call, name: string, args: Record<string, unknown>): Promise<unknown> {
  return (await result(call, name, args)).data;
}

async function error(call: Call, name: string, args: Record<string, unknown>): Promise<{ code: string }> {
  const answer = await call(name, args);
  expect(answer.isError).toBe(true);
  expect(answer).not.toHaveProperty('structuredContent');
  return (JSON.parse(answer.content[0]?.text ?? '') as { error: { code: string } }).error;
}
