import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolError } from './server.ts';
import { Server } from './server.ts';
import type { Scratch } from './scratch-vault.ts';
import { makeScratch } from './scratch-vault.ts';

/** Answers lines of JSON-RPC as the bridge would; `deaf` keeps running when stdin is closed. */
const STUB = `
import { createInterface } from 'node:readline';
let asked = 0;
const text = (value, isError) => ({ content: [{ type: 'text', text: JSON.stringify(value) }], ...(isError ? { isError } : { structuredContent: value }) });
const tools = {
  echo: (args) => text({ ...args, vault: process.env.VAULT_PATH, data: process.env.VAULT_LOOM_DATA_DIR }),
  slow: () => (++asked < 3 ? text({ error: { code: 'index_not_ready' } }, true) : text({ asked })),
  bad: () => text({ error: { code: 'note_not_found' } }, true),
  die: () => process.exit(3),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === 'tools/call' ? tools[params.name](params.arguments) : { method };
  const answer = method === 'wrong' ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress' }) + '\\n' + JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`;

let scratch: Scratch;
let server: Server;

beforeEach(async () => {
  scratch = await makeScratch();
  const script = join(scratch.folder, 'stub.mjs');
  await writeFile(script, STUB);
  server = Server.start({ script, vault: '/some/vault', dataDir: '/some/data' });
});
afterEach(async () => {
  await server.kill();
  await scratch.remove();
});

describe('a server asked by hand', () => {
  it('answers, with the time and bytes it took', async () => {
    expect((await server.initialize()).result).toEqual({ method: 'initialize' });
    const answer = await server.call('echo', { word: 'frost' });
    expect(answer.result).toEqual({ word: 'frost', vault: '/some/vault', data: '/some/data' });
    expect(answer.ms).toBeGreaterThan(0);
    expect(answer.textBytes).toBe(JSON.stringify(answer.result).length);
    expect(answer.bytes).toBeGreaterThan(2 * answer.textBytes);
  });

  it('gives each of several concurrent queries its own answer', async () => {
    const words = ['one', 'two', 'three'];
    const answers = await Promise.all(words.map((word) => server.call<{ word: string }>('echo', { word })));
    expect(answers.map(({ result }) => result.word)).toEqual(words);
  });

  it('names what a tool refused, and throws on a protocol error', async () => {
    await expect(server.call('bad')).rejects.toMatchObject({
      name: 'ToolError',
      code: 'note_not_found',
    } satisfies Partial<ToolError>);
    await expect(server.request('wrong')).rejects.toThrow('-32601: no such method');
  });

  it('is retried while the index is not ready', async () => {
    expect((await server.callWhenReady('slow')).result).toEqual({ asked: 3 });
  });

  it('ends when stdin closes, and reports how long that took', async () => {
    await server.initialize();
    expect(await server.close()).toBeGreaterThan(0);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('leaves no question open when it dies', async () => {
    await expect(server.call('die')).rejects.toThrow('The server ended (3)');
  });
});
