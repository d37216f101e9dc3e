import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as FirstLineClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstLineTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import type { TempVault } from '../../test-support/temp-vault.ts';
import { tempVault } from '../../test-support/temp-vault.ts';

const TEA = '---\ntags: [drink]\n---\nGreen, see [[Rye]].\n\n# Über\n\nHot.\n\n## C# & 茶\n\nSharp.\n';
const SALE = '# 100% sure?\n\nHalf price.\n';
const NOTES = {
  '.obsidian/app.json': '{}',
  '.obsidian/secret.md': 'A note of the settings folder.\n',
  '.vaultloomignore': 'Private/\n',
  'Tea/Grün & 茶.md': TEA,
  'Tea/50% off.md': SALE,
  'Bread/Rye.md': 'Heavy.\n',
  'Private/Diary.md': 'Nobody sees this.\n',
};
const NOTE = `vault://note/Tea/${encodeURIComponent('Grün & 茶')}.md`;

interface Connected {
  resources: () => Promise<{ uri: string }[]>;
  templates: () => Promise<{ uriTemplate: string }[]>;
  /** The text of the one content. */
  read: (uri: string) => Promise<string>;
  complete: (typed: string, argument?: string) => Promise<string[]>;
  subscribe: (uri: string) => Promise<void>;
  told: string[];
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
])('resources, with %s', (name, connect) => {
  let client: Connected;
  beforeAll(async () => {
    client = await connect();
  });

  it('reads a note whole, by its path', async () => {
    expect(await client.templates()).toMatchObject([
      { uriTemplate: 'vault://note/{+path}' },
      { uriTemplate: 'vault://note/{+path}{#heading}' },
    ]);
    expect(await client.read(NOTE)).toBe(TEA);
    expect(await client.read('vault://note/Tea/Grün & 茶.md')).toBe(TEA);
    expect(await client.read('vault://note/Tea/50% off.md')).toBe(SALE);
    expect(await client.read('vault://note/Tea/50%25%20off.md')).toBe(SALE);
  });

  it('reads the text under a heading', async () => {
    expect(await client.read(`${NOTE}#%C3%9Cber`)).toContain('Hot.');
    expect(await client.read(`${NOTE}#C%23%20%26%20%E8%8C%B6`)).toMatch(/^## C# & 茶\n\nSharp\.\n*$/u);
    expect(await client.read(`${NOTE}#Über > C# & 茶`)).toContain('Sharp.');
    expect(await client.read(`${NOTE}#`)).toBe(TEA);
    expect(await client.read('vault://note/Tea/50% off.md#100% sure?')).toContain('Half price.');
  });

  it('lists status, map, daily note and the newest notes, but none that is hidden', async () => {
    const uris = (await client.resources()).map(({ uri }) => uri);
    expect(uris.slice(0, 3)).toEqual(['vault://status', 'vault://map', 'vault://daily']);
    expect(uris.slice(3)).toEqual(expect.arrayContaining([NOTE, 'vault://note/Bread/Rye.md']));
    expect(uris.join(' ')).not.toMatch(/Private|secret/u);
  });

  it('completes paths, but none that is hidden', async () => {
    expect(await client.complete('Tea/g')).toEqual(['Tea/Grün & 茶.md']);
    expect(await client.complete('Tea/Gru\u0308n')).toEqual(['Tea/Grün & 茶.md']);
    expect(await client.complete('')).toEqual(expect.arrayContaining(['Bread/Rye.md', 'Tea/Grün & 茶.md']));
    expect((await client.complete('')).join(' ')).not.toContain('Diary');
    expect(await client.complete('Private')).toEqual([]);
    await expect(client.complete('tea', 'nonsense')).rejects.toMatchObject({ code: -32602 });
  });

  it('answers status, map and daily note', async () => {
    expect(JSON.parse(await client.read('vault://status'))).toMatchObject({ host: 'disk', notesTotal: 3 });
    const map = await client.read('vault://map');
    expect(JSON.parse(map)).toMatchObject({ themes: expect.any(Array) });
    expect(map).not.toContain('Diary');
    expect(await client.read('vault://daily')).toContain('There is no daily note for today yet.');
  });

  it.each([
    'vault://note/Private/Diary.md',
    'vault://note/.obsidian/secret.md',
    'vault://note/../outside.md',
    'vault://note/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'vault://note//etc/passwd.md',
    'vault://note/Rye',
    'vault://note/Bread/Rye.md#None',
    'vault://note/Private/Diary.md#Any',
    'vault://note/Bread/Rye.md%23Any',
    'vault://note/Rye.md',
    'vault://nothing',
    'file:///etc/passwd',
  ])('has no resource %s', async (uri) => {
    await expect(client.read(uri)).rejects.toMatchObject({
      code: expect.any(Number),
      message: expect.stringMatching(/not found/iu),
    });
  });

  it('tells of a change right after the answer to the subscription', async () => {
    const { told } = client;
    const path = `Bread/${name}.md`;
    const uri = `vault://note/${path.split('/').map(encodeURIComponent).join('/')}`;
    await vault.write(path, 'First.\n');
    await vi.waitFor(async () => expect(await client.read(uri)).toBe('First.\n'), { timeout: 20_000, interval: 50 });
    await client.subscribe(uri);
    await vault.write(path, 'Second, and longer.\n');
    await vi.waitFor(() => expect(told).toContain(uri), { timeout: 20_000, interval: 50 });
    expect(new Set(told)).toEqual(new Set([uri]));
    await rm(join(vault.path, path));
  });

  it('tells of a change to a note that is named in another Unicode form, and of what changes the map alone', async () => {
    await vi.waitFor(
      async () => expect(JSON.parse(await client.read('vault://status'))).toMatchObject({ notesTotal: 3 }),
      {
        timeout: 20_000,
        interval: 50,
      },
    );
    client.told.splice(0);
    await client.subscribe('vault://map');
    await client.subscribe('vault://note/Tea/Gru\u0308n & 茶.md');
    await vault.write(`Boards/${name}.canvas`, '{}');
    await vi.waitFor(() => expect(client.told).toContain('vault://map'), { timeout: 20_000, interval: 50 });
    await vault.write('Tea/Grün & 茶.md', TEA);
    await vi.waitFor(() => expect(client.told).toContain('vault://note/Tea/Gru\u0308n & 茶.md'), {
      timeout: 20_000,
      interval: 50,
    });
  });
});

async function connectFirstLine(): Promise<Connected> {
  const client = new FirstLineClient({ name: 'first', version: '1' });
  const told: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
  await client.connect(new FirstLineTransport({ command: process.execPath, args: [script], env: childEnv() }));
  closers.unshift(() => client.close());
  return {
    told,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    complete: async (value, name = 'path') => {
      const ref = { type: 'ref/resource' as const, uri: 'vault://note/{+path}' };
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
  };
}

async function connectSecondLine(mode: 'legacy' | { pin: string }): Promise<Connected> {
  const client = new Client({ name: 'second', version: '1' }, { versionNegotiation: { mode } });
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], env: childEnv() }));
  closers.unshift(() => client.close());
  return {
    told,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    complete: async (value, name = 'path') => {
      const ref = { type: 'ref/resource' as const, uri: 'vault://note/{+path}' };
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    subscribe: async (uri) =>
      void (mode === 'legacy'
        ? await client.subscribeResource({ uri })
        : await client.listen({ resourceSubscriptions: [uri] })),
  };
}

function textOf(contents: readonly object[]): string {
  expect(contents).toHaveLength(1);
  const [content] = contents;
  return content !== undefined && 'text' in content ? String(content.text) : '';
}

function childEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', ...vault.env };
}
