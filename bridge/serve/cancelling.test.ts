import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

const NOTES = 400;

let bundle: string;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** An edit of every note, by a client that hears of its progress. */
const EDIT_ALL = { name: 'edit_note', arguments: { directory: 'all', mode: 'append', content: 'More.' } };

describe('a call that changes many notes', () => {
  it('tells how many are read and written, rising', async () => {
    const { client } = await connect();
    const seen: { progress: number }[] = [];
    const { isError } = await client.callTool(EDIT_ALL, { onprogress: (progress) => seen.push(progress) });
    expect(isError).not.toBe(true);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen.every(({ progress }, i) => i === 0 || progress > (seen[i - 1]?.progress ?? 0))).toBe(true);
    expect(seen.at(-1)).toMatchObject({ progress: 2 * NOTES, total: 2 * NOTES, message: '400 of 400 files written' });
  });

  it.each(['read', 'written'])('is taken back whole if it is cancelled while files are %s', async (part) => {
    const { client, vault } = await connect();
    const before = await vault.contents();
    const cancel = new AbortController();
    const call = client.callTool(EDIT_ALL, {
      signal: cancel.signal,
      onprogress: ({ message = '' }) => {
        if (message.endsWith(part)) cancel.abort();
      },
    });
    await expect(call).rejects.toThrow();
    // Its turn comes once the cancelled call has let go of the notes.
    await expect(
      client.callTool({ name: 'edit_note', arguments: { name: 'all/Note 0', mode: 'append', content: 'Last.' } }),
    ).resolves.not.toHaveProperty('isError', true);
    const after = Object.entries(await vault.contents());
    const changed = after.filter(([path, text]) => text !== before[path]);
    expect(changed.map(([, text]) => text)).toEqual(['# Note\n\nNumber 0.\nLast.\n']);
    expect(after).toHaveLength(NOTES);
  });
});

async function connect(): Promise<{ client: Client; vault: TempVault }> {
  const names = Array.from({ length: NOTES }, (_, i) => `all/Note ${i}.md`);
  const vault = await tempVault(Object.fromEntries(names.map((name, i) => [name, `# Note\n\nNumber ${i}.\n`])));
  opened.push(() => vault.remove());
  const client = new Client({ name: 'a client', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bundle],
      env: { PATH: process.env.PATH ?? '', ...vault.env },
      stderr: 'inherit',
    }),
  );
  opened.push(() => client.close());
  await client.callTool({ name: 'list_notes', arguments: { limit: 1 } });
  return { client, vault };
}
