import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import type { RawClient } from '../test-support/raw-client.ts';
import { startRawClient } from '../test-support/raw-client.ts';
import type { TempVault } from '../test-support/temp-vault.ts';
import { tempVault } from '../test-support/temp-vault.ts';

const CALLS = 40;

let bundle: string;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe('calls that a client sends at once', () => {
  it('are made on one note in the order in which they came, however each names it', async () => {
    const { vault, client, sendAll } = await open({ 'deep/log.md': 'log\n', 'other.md': 'other\n', 'x.md': '' });
    const names = ['log', 'deep/log.md', 'LOG', '[[log]]'];
    for (let round = 1; round <= 2; round++) {
      await sendAll(
        numbers().flatMap((i) => [
          ['edit_note', { name: names[i % names.length], mode: 'append', content: String(i) }],
          ['edit_note', { name: i % 2 === 0 ? 'other' : 'other.md', mode: 'append', content: String(i) }],
          ...(i % 10 === 0 ? [['move_note', { source: 'x', destination: `x${i}`, dryRun: true }] as const] : []),
        ]),
      );
      expect(await linesOf(vault, 'deep/log.md', 'log')).toEqual(rounds(round));
      expect(await linesOf(vault, 'other.md', 'other')).toEqual(rounds(round));
    }
    expect(client.strays).toEqual([]);
  });

  it('find what an earlier one makes, and no other note of a like name', async () => {
    const { vault, sendAll } = await open({ 'Logbook.md': 'logbook\n' });
    await sendAll([
      ['create_note', { title: 'Log', content: 'log' }],
      ...numbers().map((i) => ['edit_note', { name: 'Log', mode: 'append', content: String(i) }] as const),
    ]);
    expect(await linesOf(vault, 'Log.md', '---\ntitle: Log\n---\nlog')).toEqual(rounds(1));
    expect(await linesOf(vault, 'Logbook.md', 'logbook')).toEqual([]);
  });

  it('add to a daily note that is not there yet in their order', async () => {
    const { vault, sendAll } = await open({});
    await sendAll(numbers().map((i) => ['daily_note', { date: '2026-01-31', content: String(i) }] as const));
    expect(await linesOf(vault, '2026-01-31.md', '')).toEqual(rounds(1));
  });
});

type Calls = readonly (readonly [tool: string, args: Record<string, unknown>])[];

function numbers(): number[] {
  return Array.from({ length: CALLS }, (_, i) => i);
}

function rounds(n: number): string[] {
  return Array.from({ length: n }, () => numbers().map(String)).flat();
}

async function linesOf(vault: TempVault, path: string, begin: string): Promise<string[]> {
  const text = await readFile(join(vault.path, path), 'utf8');
  expect(text.startsWith(begin)).toBe(true);
  return text
    .slice(begin.length)
    .split('\n')
    .filter((line) => line !== '');
}

async function open(
  files: Record<string, string>,
): Promise<{ vault: TempVault; client: RawClient; sendAll: (calls: Calls) => Promise<void> }> {
  const vault = await tempVault(files);
  opened.push(() => vault.remove());
  const client = startRawClient(bundle, vault.env);
  opened.push(() => {
    client.child.stdin.end();
    return client.exited;
  });
  await client.initialize();
  let sent = 0;
  const sendAll = async (calls: Calls): Promise<void> => {
    const ids = calls.map(([name, args]) => {
      const id = ++sent;
      client.send({ id, method: 'tools/call', params: { name, arguments: args } });
      return id;
    });
    const answers = await Promise.all(ids.map((id) => client.answer(id)));
    for (const { result } of answers) expect(result?.['isError'], JSON.stringify(result)).not.toBe(true);
  };
  await sendAll([['list_notes', {}]]);
  return { vault, client, sendAll };
}
