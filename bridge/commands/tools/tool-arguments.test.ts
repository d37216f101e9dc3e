import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { READ_ONLY, defineTool, type Tool } from '../../../shared/tools/tool.ts';
import { readArguments } from './tool-arguments.ts';
import { flagsOf } from './tool-flags.ts';

const tool = (name: string): Tool => ALL_TOOLS.find((one) => one.name === name) as Tool;
const noStdin = (): Promise<string> => Promise.reject(new Error('Nothing is to be read from stdin.'));

/** Reads words as they come from a line: by flag, and by place. */
function read(
  one: Tool,
  flags: Record<string, unknown>,
  places: Record<string, string> = {},
  readStdin: () => Promise<string> = noStdin,
): Promise<Record<string, unknown>> {
  const all = flagsOf(one);
  const byPlace = all.flatMap((flag) => {
    const value = places[flag.argument];
    return value === undefined ? [] : [{ flag, value }];
  });
  return readArguments(one, all, { flags, places: byPlace }, readStdin);
}

describe('arguments from a command line', () => {
  it('are what they say, by flag or by place', async () => {
    expect(
      await read(
        tool('search'),
        { limit: '5', variants: ['a', 'b, c'], where: '{"status": "x"}', mode: 'regex' },
        { query: 'tea' },
      ),
    ).toEqual({ query: 'tea', limit: 5, variants: ['a', 'b, c'], where: { status: 'x' }, mode: 'regex' });
  });

  it('take numbers of a list one by one, or after a comma', async () => {
    const note = { name: 'n' };
    expect(await read(tool('read_note'), { lines: ['5', '9'] }, note)).toMatchObject({ lines: [5, 9] });
    expect(await read(tool('read_note'), { lines: ['5,9'] }, note)).toMatchObject({ lines: [5, 9] });
  });

  it('put lists of objects together', async () => {
    const edit = (edits: string[]) => read(tool('edit_note'), { name: 'n', edits });
    const [a, b] = [
      { mode: 'append', content: 'a' },
      { mode: 'append', content: 'b' },
    ];
    expect(await edit([JSON.stringify([a, b])])).toEqual({ name: 'n', edits: [a, b] });
    expect(await edit([JSON.stringify(a), JSON.stringify(b)])).toEqual({ name: 'n', edits: [a, b] });
  });

  it('read a value as JSON, or as text if it is none', async () => {
    const value = async (word: string) =>
      (await read(tool('edit_note'), { name: 'n', mode: 'patch_frontmatter', key: 'k', value: word }))['value'];
    expect(await Promise.all(['3', 'true', 'null', '["a"]', 'done', '"3"', '2026-01-01'].map(value))).toEqual([
      3,
      true,
      null,
      ['a'],
      'done',
      '3',
      '2026-01-01',
    ]);
  });

  it('of a dry run need no confirmation', async () => {
    const args = await read(tool('delete_note'), { dryRun: true }, { name: 'x' });
    expect(args).toEqual({ name: 'x', dryRun: true, confirm: true });
    await expect(read(tool('delete_note'), { dryRun: false }, { name: 'x' })).rejects.toThrow('--confirm');
  });

  it('take one whole text from stdin', async () => {
    const stdin = (): Promise<string> => Promise.resolve('From there.\n');
    expect(await read(tool('create_note'), {}, { title: 't', content: '-' }, stdin)).toEqual({
      title: 't',
      content: 'From there.\n',
    });
    expect(await read(tool('list_tasks'), {}, { status: '-' })).toEqual({ status: '-' });
    await expect(
      read(tool('edit_note'), { name: 'n', mode: 'append', content: '-', valueJson: '-' }, {}, stdin),
    ).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('`--value-json` cannot come from stdin'),
    });
  });

  it.each([
    ['search', { limit: 'many' }, { query: 'x' }, '`--limit` must be a number; given "many".'],
    ['search', { limit: '' }, { query: 'x' }, '`--limit` must be a number; given "".'],
    ['search', { limit: '0' }, { query: 'x' }, '`--limit` must be at least 1; given 0.'],
    ['read_note', { maxContentLength: '1.5' }, { name: 'x' }, '`--max-content-length` must be an integer'],
    ['search', {}, {}, '`--query` is missing: give it, or `--like`.'],
    ['list_notes', { where: 'status = active' }, {}, '`--where` is not JSON, such as {"status": "active"'],
    ['search', { where: '{"a"' }, { query: 'x' }, '`--where` is not JSON'],
    ['search', { query: 'a' }, { query: 'b' }, '`--query` is given twice: as "a", and by its place as "b".'],
    ['delete_note', {}, { name: 'x' }, '`--confirm` must be true; it is missing.'],
    ['edit_note', { edits: ['[{"mode": "append"}, {}]'] }, { name: 'x' }, '`--edits` ([1].mode) is missing'],
  ])('of %s are refused by the name of the flag: %j %j', async (name, flags, places, message) => {
    await expect(read(tool(name), flags, places as Record<string, string>)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining(message),
    });
  });

  it('come back as they went in, for any values', async () => {
    const any = defineTool({
      name: 'any_tool',
      title: 'Any',
      description: '',
      input: z.object({
        text: z.string().optional(),
        texts: z.array(z.string()).optional(),
        count: z.number().optional(),
        counts: z.array(z.number()).optional(),
        isOn: z.boolean().optional(),
        object: z.record(z.string(), z.unknown()).optional(),
      }),
      output: z.looseObject({}),
      annotations: READ_ONLY,
      needsIndex: false,
      run: () => Promise.resolve({}),
    });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n));
    const given = fc.record(
      {
        text: fc.string(),
        texts: fc.array(fc.string(), { minLength: 1 }),
        count: number,
        counts: fc.array(number, { minLength: 1 }),
        isOn: fc.boolean(),
        object: fc.dictionary(fc.stringMatching(/^[a-z]+$/u), fc.jsonValue({ maxDepth: 2 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(given, async (args) => {
        const words = Object.entries(args).map(([name, value]) => [name, asTyped(value)]);
        expect(JSON.stringify(await read(any, Object.fromEntries(words)))).toBe(JSON.stringify(inOrder(args)));
      }),
      { seed: 5 },
    );
  });
});

function asTyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** In the order of the schema, as flags are read. */
function inOrder(args: Record<string, unknown>): Record<string, unknown> {
  const names = ['text', 'texts', 'count', 'counts', 'isOn', 'object'];
  return Object.fromEntries(names.flatMap((name) => (name in args ? [[name, args[name]]] : [])));
}
