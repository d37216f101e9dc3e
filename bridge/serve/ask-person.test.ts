import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

const NOTES = {
  'Plan.md': 'The plan. See [[Old]].\n',
  'a/Twin.md': 'The first.\n',
  'b/Twin.md': 'The second.\n',
  'Old.md': 'Old.\n',
};

interface Reply {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | boolean>;
  [key: string]: unknown;
}

let bundle: string;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const)('a client of %s that can show a form', (_era, options) => {
  const connectAsking = (reply: (message: string) => Reply) =>
    connect({ ...options, capabilities: { elicitation: { form: {} } } }, reply);

  it('is asked which of several notes is meant', async () => {
    const { call, asked } = await connectAsking(() => ({ action: 'accept', content: { note: 'b/Twin.md' } }));
    expect(await call('read_note', { name: 'Twin', mode: 'full' })).toMatchObject({
      data: { path: 'b/Twin.md', content: 'The second.\n' },
    });
    expect(asked).toEqual(['"Twin" may mean 2 notes. Which one is meant?']);
  });

  it('is asked about the ambiguous argument, also if it begins like another one', async () => {
    const { call, write, asked } = await connectAsking(() => ({ action: 'accept', content: { note: 'b/Twin.md' } }));
    await write('Twi.md', 'Not one of them.\n');
    await call('reindex', {});
    expect(await call('link_notes', { source: 'Twi', target: 'Twin', context: 'See' })).toMatchObject({
      source: 'Twi.md',
      target: 'b/Twin.md',
    });
    expect(asked).toEqual(['"Twin" may mean 2 notes. Which one is meant?']);
  });

  it('is asked before a note is deleted, and which, if that is not clear', async () => {
    const { call, asked, files } = await connectAsking((message) =>
      message.startsWith('Delete')
        ? { action: 'accept', content: { delete: true } }
        : { action: 'accept', content: { note: 'a/Twin.md' } },
    );
    expect(await call('delete_note', { name: 'Twin', confirm: true })).toMatchObject({ path: 'a/Twin.md' });
    expect(asked).toEqual(['"Twin" may mean 2 notes. Which one is meant?', 'Delete "a/Twin.md"?']);
    await call('delete_note', { name: 'Old', confirm: true });
    expect(asked.at(-1)).toBe('Delete "Old.md"? 1 link leads to it.');
    expect(await files()).toEqual(['Plan.md', 'b/Twin.md']);
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['closes the form', { action: 'cancel' }],
    ['leaves the box empty', { action: 'accept', content: { delete: false } }],
  ] as const)('keeps the note if the person %s', async (_what, reply) => {
    const { call, files } = await connectAsking(() => reply);
    expect(await call('delete_note', { name: 'Old', confirm: true })).toMatchObject({
      error: { code: 'declined', message: 'The person said no: "Old.md" stays. Nothing was written.' },
    });
    expect(await files()).toHaveLength(4);
  });

  it('changes no note that was not offered', async () => {
    const { call, asked, files } = await connectAsking(() => ({ action: 'accept', content: { note: 'Old.md' } }));
    expect(await call('edit_note', { name: 'Twin', mode: 'append', content: 'More.' })).toMatchObject({
      error: { code: 'declined', message: 'The person said no: none of the notes was chosen. Nothing was written.' },
    });
    expect(asked).toHaveLength(1);
    expect(await files()).toHaveLength(4);
    expect(await call('read_note', { name: 'Old', mode: 'full' })).toMatchObject({ data: { content: 'Old.\n' } });
  });

  it('is not asked about a dry run, or what is clear', async () => {
    const { call, asked } = await connectAsking(() => ({ action: 'decline' }));
    expect(await call('delete_note', { name: 'Old', confirm: true, dryRun: true })).toMatchObject({ inboundLinks: 1 });
    expect(await call('read_note', { name: 'Plan' })).toMatchObject({ data: { path: 'Plan.md' } });
    expect(asked).toEqual([]);
  });

  it('is asked about a note for which the app does not ask, and only then', async () => {
    const rules = { reviewFolders: [{ folder: 'a', mode: 'ask-always' }] };
    const { call, asked, write } = await connectAsking(() => ({ action: 'decline' }));
    await write('.obsidian/plugins/vault-loom/data.json', JSON.stringify(rules));
    expect(await call('delete_note', { name: 'Old', confirm: true })).toMatchObject({ error: { code: 'declined' } });
    expect(await call('delete_note', { name: 'a/Twin.md', confirm: true })).toMatchObject({
      error: { code: 'review_unavailable' },
    });
    expect(asked).toEqual(['Delete "Old.md"? 1 link leads to it.']);
  });
});

describe('a client that claims to show forms, and refuses to', () => {
  const connectRefusing = () =>
    connect({ capabilities: { elicitation: { form: {} } } }, () => {
      throw new Error('No forms here.');
    });

  it('gets the error with the notes that may be meant', async () => {
    const { call } = await connectRefusing();
    expect(await call('read_note', { name: 'Twin' })).toMatchObject({
      error: { code: 'ambiguous_note', details: { candidates: [{ path: 'a/Twin.md' }, { path: 'b/Twin.md' }] } },
    });
    expect(await call('read_note', { name: 'Plan' })).toMatchObject({ data: { path: 'Plan.md' } });
  });

  it('gets an error for a deletion, which is not made', async () => {
    const { call, files } = await connectRefusing();
    expect(await call('delete_note', { name: 'Old', confirm: true })).toMatchObject({
      error: {
        code: 'review_unavailable',
        message: expect.stringContaining('could not ask whether "Old.md" may be deleted') as string,
      },
    });
    expect(await files()).toHaveLength(4);
  });
});

describe('a client that can show no form', () => {
  it('gets the error, and its deletion is made', async () => {
    const { call, files } = await connect({}, () => ({ action: 'decline' }));
    expect(await call('read_note', { name: 'Twin' })).toMatchObject({ error: { code: 'ambiguous_note' } });
    expect(await call('delete_note', { name: 'Old', confirm: true })).toMatchObject({ data: { path: 'Old.md' } });
    expect(await files()).toHaveLength(3);
  });
});

async function connect(options: ConstructorParameters<typeof Client>[1], reply: (message: string) => Reply) {
  const vault: TempVault = await tempVault(NOTES);
  opened.push(() => vault.remove());
  const client = new Client({ name: 'a client', version: '1' }, options);
  const asked: string[] = [];
  if (options?.capabilities?.elicitation !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return reply(params.message);
    });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bundle],
      env: { PATH: process.env.PATH ?? '', ...vault.env },
      stderr: 'inherit',
    }),
  );
  opened.push(() => client.close());
  return {
    asked,
    write: vault.write,
    call: async (name: string, args: Record<string, unknown>): Promise<unknown> => {
      const { content } = await client.callTool({ name, arguments: args });
      const [block] = content;
      return JSON.parse(block?.type === 'text' ? block.text : '{}');
    },
    files: async () =>
      Object.keys(await vault.contents())
        .map((path) => path.split('/My vault/').at(-1) ?? '')
        .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
        .sort(),
  };
}
