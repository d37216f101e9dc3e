import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { installInVault } from '../test-support/plugin-server.ts';
import { startRawClient, type RawClient } from '../test-support/raw-client.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

const ROUNDS = 10;
const NOTES = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`Notes/Note ${i}.md`, `Number ${i} follows [[Note ${i - 1}]].\n`]),
);

interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { text?: string }[];
}

let bridge: string;
let app: string;
let place: TempVault;
let vault: string;

beforeAll(async () => {
  [bridge, app, place] = await Promise.all([
    bundleForNode('bridge/cli.ts'),
    bundleForNode('bridge/test-support/plugin-process.ts'),
    tempVault(NOTES),
  ]);
  vault = await realpath(place.path);
  await installInVault(vault);
});
afterAll(async () => {
  await place.remove();
});

/** Starts the app's part; resolves when its engine is ready. */
async function openApp(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [app, vault, place.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') return child;
  throw new Error('The app ended before it was ready.');
}

let nextId = 1;
async function call(client: RawClient, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = nextId++;
  client.send({ id, method: 'tools/call', params: { name, arguments: args } });
  const result = (await client.answer(id)).result as unknown as ToolResult;
  if (result.isError === true) throw new Error(`${name}: ${result.content[0]?.text}`);
  return result.structuredContent ?? {};
}

describe('an app that is killed and started during a stream of calls', () => {
  it(`costs no answer, and no answer is wrong, ${ROUNDS} times; what was written is always seen`, async () => {
    const client = startRawClient(bridge, { ...place.env, VAULT_LOOM_EMBEDDER: '' });
    await client.initialize();
    const hosts: unknown[] = [];
    const problems: string[] = [];
    let written = 0;
    let reads = 0;
    let streaming = true;

    const writeAndRead = async (): Promise<void> => {
      while (streaming) {
        const word = `zebra${++written}`;
        await call(client, 'edit_note', { name: 'Note 7', mode: 'append', content: word });
        const { data } = (await call(client, 'search', { query: word, mode: 'fulltext' })) as {
          data: { path: string }[];
        };
        if (data[0]?.path !== 'Notes/Note 7.md') problems.push(`${word} was not found: ${JSON.stringify(data)}`);
        const note = (await call(client, 'read_note', { name: 'Note 7', mode: 'full', maxContentLength: 100_000 })) as {
          data: { content: string };
        };
        const words = note.data.content.match(/zebra\d+/gu)?.length;
        if (words !== written) problems.push(`${words} of ${written} lines`);
      }
    };
    const readOthers = async (): Promise<void> => {
      while (streaming) {
        const number = 10 + (++reads % 20);
        const { notes, total } = (await call(client, 'list_notes', { includeStubs: false, limit: 5 })) as {
          notes: unknown[];
          total: number;
        };
        if (total !== 40 || notes.length !== 5) problems.push(`${total} notes`);
        const { data } = (await call(client, 'find_connections', { name: `Note ${number}` })) as {
          data: { incoming: { path: string }[] }[];
        };
        if (data[0]?.incoming[0]?.path !== `Notes/Note ${number + 1}.md`)
          problems.push(`neighbours of ${number}: ${JSON.stringify(data)}`);
      }
    };
    const host = async (): Promise<unknown> => (await call(client, 'index_status', {})).host;
    const untilHostIs = async (wanted: string): Promise<void> => {
      for (const end = performance.now() + 20_000; performance.now() < end; ) {
        const now = await host();
        if (now === wanted) return void hosts.push(now);
      }
      problems.push(`the host was never ${wanted}`);
    };

    const stream = Promise.all([writeAndRead(), readOthers()]);
    for (let round = 0; round < ROUNDS && problems.length === 0; round++) {
      const opened = await openApp();
      await untilHostIs('plugin');
      opened.kill(round % 3 === 2 ? 'SIGTERM' : 'SIGKILL');
      await once(opened, 'exit');
      await untilHostIs('disk');
    }
    streaming = false;
    await stream;
    expect(problems).toEqual([]);
    expect(hosts).toEqual(Array.from({ length: ROUNDS }, () => ['plugin', 'disk']).flat());
    expect(written).toBeGreaterThan(ROUNDS);
    expect(client.stderr().match(/The notes app answers now/gu)).toHaveLength(ROUNDS);
    client.child.stdin.end();
    expect(await client.exited).toMatchObject({ code: 0 });
  }, 120_000);

  it('finds what a person wrote while no host was running, whichever host comes next', async () => {
    const client = startRawClient(bridge, place.env);
    await client.initialize();
    await call(client, 'list_notes', {});
    const opened = await openApp();
    for (let i = 0; i < 5; i++) {
      await writeFile(join(vault, 'By hand.md'), `Walrus ${i}.`);
      if (i === 3) {
        opened.kill('SIGKILL');
        await once(opened, 'exit');
      }
      const { data } = (await call(client, 'read_note', { name: 'By hand', mode: 'full' })) as {
        data: { content: string };
      };
      expect(data.content).toBe(`Walrus ${i}.`);
    }
    client.child.stdin.end();
    await client.exited;
  });
});
