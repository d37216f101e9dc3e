import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_ANSWER_BYTES } from '../../shared/tools/call/bounded-answer.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { startRawClient, type RawClient, type RawMessage } from '../test-support/raw-client.ts';

const DEEP = 100_000;
const MEGABYTE = 1_000_000;

let bundle: string;
let client: RawClient;
let nextId = 1;

beforeAll(async () => {
  bundle = await bundleForNode('bridge/test-support/fake-server.ts');
  client = startRawClient(bundle);
  await client.initialize();
});
afterAll(async () => {
  client.child.kill();
});

/** Sends arguments exactly as written here, with no library in between. */
async function called(tool: string, args: string): Promise<{ answer: RawMessage; text: string }> {
  const id = nextId++;
  client.sendLine(
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${args}}}`,
  );
  const answer = await client.answer(id);
  const [block] = (answer.result?.['content'] ?? []) as { text?: string }[];
  return { answer, text: block?.text ?? '' };
}

describe('hostile arguments', () => {
  it.each([
    ['search', `{"query":${'['.repeat(DEEP)}1${']'.repeat(DEEP)}}`],
    ['search', `{"query":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`],
    ['search', `{"query":"x","limit":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['create_note', `{"title":"Deep","content":"","frontmatter":{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}}`],
    [
      'edit_note',
      `{"name":"Hub","mode":"patch_frontmatter","key":"a","value":${'{"b":'.repeat(DEEP)}null${'}'.repeat(DEEP)}}`,
    ],
    ['edit_note', `{"name":"Hub","edits":[${'['.repeat(DEEP)}${']'.repeat(DEEP)}]}`],
  ])('%s: a value nested a hundred thousand levels deep is refused without a stack overflow', async (tool, args) => {
    const { text } = await called(tool, args);
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'invalid_arguments', message: expect.stringContaining('nested deeper') as string },
    });
  });

  it.each(['(', '"', '[', '((((a" ', '“', '*', '-/:', '"a" ', '\u0000'])(
    'a query of a hundred thousand %j is refused, and the longest one is answered',
    async (part) => {
      const long = await called('search', JSON.stringify({ query: part.repeat(DEEP) }));
      expect(JSON.parse(long.text)).toMatchObject({ error: { code: 'invalid_arguments' } });
      const { answer } = await called('search', JSON.stringify({ query: part.repeat(4_000).slice(0, 4_000) }));
      expect(answer.result).not.toHaveProperty('isError');
    },
  );

  it.each([
    ['read_note', { name: 'n'.repeat(MEGABYTE) }],
    ['search', { query: 'q'.repeat(MEGABYTE) }],
    ['search', { ['q'.repeat(MEGABYTE)]: 1, query: 'x' }],
    ['search', Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`argument number ${n}`, n]))],
    ['find_path_between', { from: ['漢'.repeat(MEGABYTE)], to: 'y' }],
    ['apply_edit_preview', { previewId: 'p'.repeat(MEGABYTE) }],
  ])('%s: the input is not repeated whole in an error', async (tool, args) => {
    const { text } = await called(tool, JSON.stringify(args));
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_arguments' } });
    expect(Buffer.byteLength(text)).toBeLessThan(4_000);
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_ANSWER_BYTES);
  });

  it('the name of an unknown tool is repeated only in part', async () => {
    const { answer } = await called('t'.repeat(MEGABYTE), '{}');
    expect(answer.error?.code).toBe(-32_602);
    expect(answer.error?.message.length).toBeLessThan(1_000);
  });
});
