import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import type { TempVault } from '../../test-support/temp-vault.ts';
import { tempVault } from '../../test-support/temp-vault.ts';

const NOTES = {
  '.obsidian/app.json': '{}',
  '.vaultloomignore': 'Private/\n',
  'Tea/Green tea.md': '#drink/tea See [[Rye (bread)]].\n# Brewing\n## In spring\n## Spring water\n# Brewing\n#\n',
  'Tea/Black tea.md': '#drink/tea\n',
  'Bread/Rye (bread).md': 'Heavy. #Dough\n',
  'Überall.md': 'Everywhere.\n',
  'Private/Diary.md': '#diary Nobody sees this.\n# Secret\n',
};
const TEMPLATE = { type: 'ref/resource', uri: 'vault://note/{+path}' } as const;
const SECTION = { type: 'ref/resource', uri: 'vault://note/{+path}{#heading}' } as const;
const prompt = (name: string) => ({ type: 'ref/prompt', name }) as const;

let bundle: string;
let vault: TempVault;
const clients: Client[] = [];

beforeAll(async () => {
  [bundle, vault] = await Promise.all([bundleForNode('bridge/cli.ts'), tempVault(NOTES)]);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await vault.remove();
});

describe.each([
  ['the old era', 'legacy' as const],
  ['the new era', { pin: '2026-07-28' }],
])('in %s', (_name, mode) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'prompts', version: '1' }, { versionNegotiation: { mode } });
    clients.push(client);
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...vault.env };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [bundle], env, stderr: 'inherit' }),
    );
    await client.callTool({ name: 'list_notes', arguments: {} });
  });

  type Ref = Parameters<Client['complete']>[0]['ref'];
  const values = async (ref: Ref, name: string, value: string): Promise<string[]> =>
    (await client.complete({ ref, argument: { name, value } })).completion.values;

  it('prompts are listed and given', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('weekly_review');
    const { messages } = await client.getPrompt({ name: 'map_of_topic', arguments: { topic: 'Tea' } });
    expect(messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('"Tea"') } },
    ]);
    await expect(client.getPrompt({ name: 'map_of_topic' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
  });

  it('paths are completed in any letter case, beginnings first, and none that is hidden', async () => {
    expect(await values(TEMPLATE, 'path', 'tea')).toEqual(['Tea/Black tea.md', 'Tea/Green tea.md']);
    expect(await values(TEMPLATE, 'path', 'rye (')).toEqual(['Bread/Rye (bread).md']);
    expect(await values(TEMPLATE, 'path', 'überA')).toEqual(['Überall.md']);
    expect(await values(TEMPLATE, 'path', '')).toHaveLength(4);
    expect(await values(TEMPLATE, 'path', 'diary')).toEqual([]);
  });

  it('headings of the note that is given are completed, each once', async () => {
    const headings = async (value: string, path?: string): Promise<string[]> => {
      const context = path === undefined ? {} : { context: { arguments: { path } } };
      return (await client.complete({ ref: SECTION, argument: { name: 'heading', value }, ...context })).completion
        .values;
    };
    expect(await headings('', 'Tea/Green tea.md')).toEqual(['Brewing', 'In spring', 'Spring water']);
    expect(await headings('spr', 'Tea/Green tea.md')).toEqual(['Spring water', 'In spring']);
    for (const path of [undefined, 'Tea/None.md', 'Green tea', 'Private/Diary.md', '../outside.md'])
      expect(await headings('', path)).toEqual([]);
    expect(await values(SECTION, 'path', 'gre')).toEqual(['Tea/Green tea.md']);
  });

  it('arguments of prompts are completed by names, tags, folders and days', async () => {
    expect(await values(prompt('map_of_topic'), 'topic', 'gre')).toEqual(['Green tea']);
    expect(await values(prompt('prepare_meeting'), 'about', '#d')).toEqual(['#Dough', '#drink', '#drink/tea']);
    expect(await values(prompt('map_of_topic'), 'topic', '#diary')).toEqual([]);
    expect(await values(prompt('tidy_links'), 'folder', 'b')).toEqual(['Bread']);
    expect(await values(prompt('tidy_links'), 'folder', 'priv')).toEqual([]);
    expect(await values(prompt('daily_review'), 'date', 'yes')).toEqual(['yesterday']);
  });

  it('a reference with nothing to complete is refused', async () => {
    await expect(values(prompt('map_of_topic'), 'nonsense', '')).rejects.toMatchObject({ code: -32602 });
    await expect(values({ type: 'ref/resource', uri: 'vault://other/{x}' }, 'x', '')).rejects.toMatchObject({
      code: -32602,
    });
  });
});
